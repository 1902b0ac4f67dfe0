import type { IExecuteFunctions } from 'n8n-workflow';
import { eventChoice } from '../event/filter';
import type { AcceptedEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { describeUnmet } from './conditionItem';
import type { MetCondition } from './judgeExecution';
import { observe } from './observe';
import { shortName } from './signals';

/** Hints can contain HTML, and values come from outside. */
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Shows why the event of a test run meets no condition of the published workflow. */
export function addUnmetHints(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	met: Array<MetCondition[] | undefined>,
	parameters: TriggerParameters,
): void {
	if (this.getMode() !== 'manual') return;
	events.forEach(({ event }, index) => {
		if (met[index]?.length !== 0) return;
		const reasons: string[] = [];
		const observations = observe(event, parameters.conditions, ({ signal }, reason) =>
			reasons.push(`${shortName(signal)}: ${reason}`),
		);
		const why = [describeUnmet(observations), ...reasons].join('; ');
		const starts = parameters.events.includes(eventChoice(event));
		const effect = starts
			? 'In the published workflow it would give no item for a condition'
			: 'This event is shown because you are listening. It would not start the published workflow';
		this.addExecutionHints({
			message: `${effect}. No condition is met: ${escapeHtml(why)}.`,
			type: 'warning',
			location: 'outputPane',
		});
	});
}
