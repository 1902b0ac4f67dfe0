import type { TriggerParameters } from '../parameters';
import { ignored } from '../webhookReply';
import { eventChoice, leftOutReason } from './filter';
import { endsError } from './judgedBy';
import type { SmartcarEvent } from './types';

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
