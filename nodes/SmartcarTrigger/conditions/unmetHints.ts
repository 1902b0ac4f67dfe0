import type { IExecuteFunctions } from 'n8n-workflow';
import { escapeHtml } from '../escapeHtml';
import { eventChoice } from '../event/filter';
import type { AcceptedEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { describeUnmet } from './conditionItem';
import type { EventResult } from './judgeExecution';
import { observe } from './observe';
import { shortName } from './signals';

/**
 * Shows in a test run why an event meets no condition.
 * @param results for each event, from `judgeExecution`
 */
export function addUnmetHints(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	results: EventResult[],
	parameters: TriggerParameters,
): void {
	if (this.getMode() !== 'manual') return;
	events.forEach(({ event }, index) => {
		if (results[index]?.met?.length !== 0) return;
		const reasons: string[] = [];
		const observations = observe(event, parameters.conditions, ({ signal }, reason) =>
			reasons.push(`${shortName(signal)}: ${reason}`),
		);
		const comparisons = [describeUnmet(observations), ...reasons].join('; ');
		const startsWorkflow = parameters.events.includes(eventChoice(event));
		const consequence = startsWorkflow
			? 'In the published workflow it would give no item for a condition'
			: 'This event is shown because you are listening. It would not start the published workflow';
		this.addExecutionHints({
			message: `${consequence}. No condition is met: ${escapeHtml(comparisons)}.`,
			type: 'warning',
			location: 'outputPane',
		});
	});
}
