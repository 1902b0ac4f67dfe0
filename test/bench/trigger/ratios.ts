import { atLeast, median, withoutTarget, type Ratio } from '../benchReport';
import type { TargetName } from './benchmarkTargets';
import type { Setting } from './options';
import type { RoundResult } from './measureTarget';

/** The results with one setting of n8n: for each target one result per round. */
export type ResultsByTarget = Partial<Record<TargetName, RoundResult[]>>;

/** The median of a figure over all rounds. Undefined if there are no results. */
export function medianOf(
	results: RoundResult[] | undefined,
	figure: Exclude<keyof RoundResult, 'problems'>,
): number | undefined {
	const values = (results ?? []).flatMap((result) => result[figure] ?? []);
	return values.length > 0 ? median(values) : undefined;
}

type Rate = 'eventsPerSecond' | 'responsesPerSecond';

/**
 * Divides the rate of a target by that of another target in each round, and returns the median of
 * these ratios. Compares only rates of the same round, because the speed of the machine changes
 * between rounds.
 */
function medianRatio(
	results: ResultsByTarget,
	[numerator, numeratorRate]: [TargetName, Rate],
	[denominator, denominatorRate]: [TargetName, Rate],
): number | undefined {
	const ratios = (results[numerator] ?? []).flatMap((result, round) => {
		const dividend = result[numeratorRate];
		const divisor = results[denominator]?.[round]?.[denominatorRate];
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
	const eventsRatio = (numerator: TargetName, denominator: TargetName) =>
		medianRatio(results, [numerator, 'eventsPerSecond'], [denominator, 'eventsPerSecond']);
	const responsesRatio = (numerator: TargetName, denominator: TargetName) =>
		medianRatio(results, [numerator, 'responsesPerSecond'], [denominator, 'responsesPerSecond']);
	const ratios = [
		atLeast('this trigger ÷ bare trigger', 1, eventsRatio('trigger', 'bare')),
		withoutTarget(
			'this trigger ÷ bare trigger with a credential',
			eventsRatio('trigger', 'bareWithCredential'),
		),
		atLeast('this trigger ÷ core Webhook', 0.95, eventsRatio('trigger', 'core')),
		atLeast('this trigger ÷ built by hand', 3.5, eventsRatio('trigger', 'byHand')),
		atLeast('Combine Events ÷ core Webhook', 4, eventsRatio('combined', 'core')),
		atLeast('Combine Events ÷ built by hand', 14, eventsRatio('combined', 'byHand')),
		atLeast(
			'Combine Events ÷ bare without execution',
			0.85,
			medianRatio(
				results,
				['combined', 'eventsPerSecond'],
				['bareWithoutExecution', 'responsesPerSecond'],
			),
		),
		atLeast(
			'duplicates ÷ bare without execution',
			0.8,
			responsesRatio('duplicates', 'bareWithoutExecution'),
		),
		atLeast(
			'not selected ÷ bare without execution',
			0.8,
			responsesRatio('unwanted', 'bareWithoutExecution'),
		),
		atLeast(
			'ten conditions not met ÷ bare without execution',
			0.8,
			responsesRatio('unmet', 'bareWithoutExecution'),
		),
		withoutTarget(
			'bare with ten conditions ÷ bare without execution',
			responsesRatio('bareWithConditions', 'bareWithoutExecution'),
		),
		atLeast(
			'ten conditions not met ÷ bare with ten conditions',
			0.8,
			responsesRatio('unmet', 'bareWithConditions'),
		),
		// An event that meets a condition may take 1.15 times as long as one without conditions.
		atLeast('condition met ÷ this trigger', 1 / 1.15, eventsRatio('met', 'trigger')),
	];
	if (engine === 'lazy') return ratios;
	return ratios.map(({ compared, actual }) => withoutTarget(compared, actual));
}
