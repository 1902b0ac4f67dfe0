import { atLeast, median, withoutTarget, type Ratio } from '../benchReport';
import type { TargetName } from './benchmarkTargets';
import type { Round } from './round';

/** The rounds that were measured with one setting of n8n. */
export type Rounds = Partial<Record<TargetName, Round[]>>;

/** The median of a figure; undefined if the target was not run. */
export function medianOf(
	rounds: Round[] | undefined,
	figure: 'finished' | 'acknowledged' | 'processor',
): number | undefined {
	const values = (rounds ?? []).flatMap((round) => round[figure] ?? []);
	return values.length > 0 ? median(values) : undefined;
}

/**
 * The median of the ratios of two targets in the same round. The speed of the machine changes between rounds, but is about
 * the same within one.
 */
function ratioPerRound(
	rounds: Rounds,
	numerator: TargetName,
	denominator: TargetName,
	figure: 'finished' | 'acknowledged',
): number | undefined {
	const ratios = (rounds[numerator] ?? []).flatMap((round, index) => {
		const [above, below] = [round[figure], rounds[denominator]?.[index]?.[figure]];
		return above === undefined || below === undefined ? [] : above / below;
	});
	return ratios.length > 0 ? median(ratios) : undefined;
}

/** The ratios that are reported. They have goals only where n8n acquires its expression engine lazily. */
export function ratiosOf(rounds: Rounds, engine: 'lazy' | 'default'): Ratio[] {
	const finished = (numerator: TargetName, denominator: TargetName) =>
		ratioPerRound(rounds, numerator, denominator, 'finished');
	const acknowledged = (numerator: TargetName, denominator: TargetName) =>
		ratioPerRound(rounds, numerator, denominator, 'acknowledged');
	const ratios = [
		atLeast('this trigger ÷ bare trigger', 0.9, finished('trigger', 'bare')),
		atLeast('this trigger ÷ core Webhook', 0.95, finished('trigger', 'core')),
		atLeast('this trigger ÷ built by hand', 3.5, finished('trigger', 'byHand')),
		atLeast('Combine Events ÷ core Webhook', 4, finished('combined', 'core')),
		atLeast('Combine Events ÷ built by hand', 14, finished('combined', 'byHand')),
		atLeast('duplicates ÷ bare without execution', 0.8, acknowledged('duplicates', 'bareAnswer')),
		atLeast('not selected ÷ bare without execution', 0.8, acknowledged('unwanted', 'bareAnswer')),
	];
	if (engine === 'lazy') return ratios;
	return ratios.map(({ compared, actual }) => withoutTarget(compared, actual));
}
