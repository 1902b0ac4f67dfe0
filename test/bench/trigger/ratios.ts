import { atLeast, median, withoutTarget, type Ratio } from '../benchReport';
import type { TargetName } from './benchmarkTargets';
import type { Setting } from './options';
import type { RoundResult } from './round';

/** The results with one setting of n8n: for each target one result per round. */
export type ResultsByTarget = Partial<Record<TargetName, RoundResult[]>>;

/** The median of a figure over all rounds. Undefined if there are no results. */
export function medianOf(
	results: RoundResult[] | undefined,
	figure: 'finished' | 'acknowledged' | 'processor',
): number | undefined {
	const values = (results ?? []).flatMap((result) => result[figure] ?? []);
	return values.length > 0 ? median(values) : undefined;
}

type Figure = 'finished' | 'acknowledged';

/**
 * Divides a figure of two targets in each round, and returns the median of these ratios. Compares
 * only figures of the same round, because the speed of the machine changes between rounds.
 */
function medianRatio(
	results: ResultsByTarget,
	[numerator, dividendFigure]: [TargetName, Figure],
	[denominator, divisorFigure]: [TargetName, Figure],
): number | undefined {
	const ratios = (results[numerator] ?? []).flatMap((result, round) => {
		const dividend = result[dividendFigure];
		const divisor = results[denominator]?.[round]?.[divisorFigure];
		return dividend === undefined || divisor === undefined ? [] : dividend / divisor;
	});
	return ratios.length > 0 ? median(ratios) : undefined;
}

/**
 * The ratios to report. They have targets only with the lazy expression engine, because with the
 * default engine n8n spends most of its time on building V8 isolates. Queue mode has the same
 * targets.
 */
export function ratiosOf(results: ResultsByTarget, { engine }: Setting): Ratio[] {
	const finishedRatio = (numerator: TargetName, denominator: TargetName) =>
		medianRatio(results, [numerator, 'finished'], [denominator, 'finished']);
	const acknowledgedRatio = (numerator: TargetName, denominator: TargetName) =>
		medianRatio(results, [numerator, 'acknowledged'], [denominator, 'acknowledged']);
	const ratios = [
		atLeast('this trigger ÷ bare trigger', 1, finishedRatio('trigger', 'bare')),
		atLeast('this trigger ÷ core Webhook', 0.95, finishedRatio('trigger', 'core')),
		atLeast('this trigger ÷ built by hand', 3.5, finishedRatio('trigger', 'byHand')),
		atLeast('Combine Events ÷ core Webhook', 4, finishedRatio('combined', 'core')),
		atLeast('Combine Events ÷ built by hand', 14, finishedRatio('combined', 'byHand')),
		atLeast(
			'Combine Events ÷ bare without execution',
			0.85,
			medianRatio(results, ['combined', 'finished'], ['bareAnswer', 'acknowledged']),
		),
		atLeast(
			'duplicates ÷ bare without execution',
			0.8,
			acknowledgedRatio('duplicates', 'bareAnswer'),
		),
		atLeast(
			'not selected ÷ bare without execution',
			0.8,
			acknowledgedRatio('unwanted', 'bareAnswer'),
		),
		atLeast(
			'ten conditions not met ÷ bare without execution',
			0.8,
			acknowledgedRatio('unmet', 'bareAnswer'),
		),
		withoutTarget(
			'bare with ten conditions ÷ bare without execution',
			acknowledgedRatio('bareForm', 'bareAnswer'),
		),
		atLeast(
			'ten conditions not met ÷ bare with ten conditions',
			0.8,
			acknowledgedRatio('unmet', 'bareForm'),
		),
		// A condition that is met may cost 1.15 times an event without conditions.
		atLeast('condition met ÷ this trigger', 1 / 1.15, finishedRatio('met', 'trigger')),
	];
	if (engine === 'lazy') return ratios;
	return ratios.map(({ compared, actual }) => withoutTarget(compared, actual));
}
