import type { TriggerParameters } from '../parameters';
import { ignored } from '../webhookReply';
import { eventChoice, leftOutReason, matchesTypeAndCode } from './filter';
import { judgedBy } from './judgedBy';
import type { SmartcarEvent } from './types';

/**
 * Whether *Only When an Error Starts or Ends* has to notice an event although the workflow does not
 * get it: if *Error States* leaves RESOLVED out, an error must still count as new when it occurs
 * again.
 */
const endsError = (event: SmartcarEvent, parameters: TriggerParameters): boolean =>
	parameters.onlyOnChange &&
	parameters.filters.errorStates.length > 0 &&
	judgedBy(event, parameters) === 'errors' &&
	event.errors.some((error) => matchesTypeAndCode(error, parameters.filters));

/**
 * Applies the parameters *Events* and *Filters*. An absent field matches no filter. A field that
 * could not be read matches every filter, so that no event is lost because its form is unknown.
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export function filterEvent(event: SmartcarEvent, parameters: TriggerParameters): void {
	const reason = leftOutReason(event, parameters);
	if (reason === undefined || endsError(event, parameters)) return;
	const choice = eventChoice(event);
	// Smartcar may have added a type, so the log shows it at the default level.
	const isUnknown = choice === 'OTHER' && !parameters.events.includes(choice);
	throw ignored(event.eventId, reason, isUnknown ? 'info' : 'debug');
}
