import { escapeHtml } from '../../shared/escapeHtml';
import { eventChoice } from '../event/filter';
import type { SmartcarEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { comparesWithPrevious, type Condition } from './condition';
import { describeUnmet } from './conditionMessage';
import type { JudgedEvent } from './eventResult';
import { observe } from './observe';

/**
 * Whether an event may meet a condition in the published workflow, which knows an earlier value.
 */
const needsEarlierValue = (event: SmartcarEvent, condition: Condition) =>
	comparesWithPrevious(condition) && observe(event, [condition], () => undefined).length > 0;

/** What the published workflow would do with an event that meets no condition in a test run. */
function describeConsequence(event: SmartcarEvent, { conditions, events }: TriggerParameters) {
	const startsWorkflow = events.includes(eventChoice(event));
	if (conditions.some((condition) => needsEarlierValue(event, condition))) {
		const consequence = startsWorkflow
			? 'would receive the event, and may find that a condition is met'
			: 'may start';
		return `A test run has no earlier value to compare with, so no condition is met here. The published workflow ${consequence}.`;
	}
	return startsWorkflow
		? 'No condition is met. The published workflow would start with this event, but without an item for a condition.'
		: 'No condition is met. This event is shown because you are listening. It would not start the published workflow.';
}

/** Tells in a test run why an event meets no condition, as HTML. Undefined if it meets one. */
export function unmetHint(
	{ accepted: { event, flags }, result }: JudgedEvent,
	parameters: TriggerParameters,
): string | undefined {
	if (result.judgedBy !== 'conditions' || result.met.length > 0) return undefined;
	const reasons = parameters.conditions.map((condition) => describeUnmet(event, condition));
	// Another hint says that such an event would not start the published workflow.
	const consequence =
		flags.leftOut === undefined
			? describeConsequence(event, parameters)
			: 'No condition is met either.';
	return `${consequence} ${escapeHtml(reasons.join('; '))}.`;
}
