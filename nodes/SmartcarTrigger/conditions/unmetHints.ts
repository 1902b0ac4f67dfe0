import type { IExecuteFunctions } from 'n8n-workflow';
import { escapeHtml } from '../escapeHtml';
import { eventChoice } from '../event/filter';
import type { AcceptedEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { describeUnmet } from './conditionItem';
import type { EventResult } from './judgeExecution';

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
		const startsWorkflow = parameters.events.includes(eventChoice(event));
		const consequence = startsWorkflow
			? 'In the published workflow it would give no item for a condition'
			: 'This event is shown because you are listening. It would not start the published workflow';
		const reasons = parameters.conditions.map((condition) => describeUnmet(event, condition));
		this.addExecutionHints({
			message: `${consequence}, because no condition is met. ${escapeHtml(reasons.join('; '))}.`,
			type: 'warning',
			location: 'outputPane',
		});
	});
}
