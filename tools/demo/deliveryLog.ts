import { describeAttempt, type DeliveryAttempt, type Fleet } from '../../simulator/simulator';
import type { ExecutionSummary } from './executionPoller';

export const timeOfDay = () => new Date().toLocaleTimeString('en-GB');

/**
 * Prints one line for each delivery with its execution, and one for each execution without a
 * delivery.
 */
export class DeliveryLog {
	/** By event ID, the lines of accepted deliveries whose execution has not finished. */
	private readonly pendingLines = new Map<string, string>();

	constructor(private readonly fleet: Fleet) {}

	addDelivery(attempt: DeliveryAttempt): void {
		const webhook = this.fleet.webhooks.find(({ callbackUri }) => callbackUri === attempt.url);
		// Most test URLs answer 404, because nobody listens for a test event in the editor.
		if (webhook === undefined && attempt.status === 404) return;
		const receiver = webhook?.name ?? 'the editor';
		const event = `${attempt.eventType} ${attempt.eventId?.slice(0, 8)}`;
		const line = `${timeOfDay()}  ${event} → ${receiver} → ${describeAttempt(attempt)}`;
		if (attempt.eventId !== null && attempt.body.includes('"accepted"'))
			this.pendingLines.set(attempt.eventId, line);
		else console.log(line);
	}

	addExecution({ id, status, eventId, outcome }: ExecutionSummary): void {
		const line = eventId === undefined ? undefined : this.pendingLines.get(eventId);
		if (eventId !== undefined) this.pendingLines.delete(eventId);
		console.log(`${line ?? `${timeOfDay()}  Schedule`} → execution ${id} ${status}: ${outcome}`);
	}
}
