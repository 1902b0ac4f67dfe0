import { describeAttempt, type DeliveryAttempt } from '../../simulator/simulator';
import type { ExecutionSummary } from './executionPoller';

export const timeOfDay = () => new Date().toLocaleTimeString('en-GB');

/** What started an execution whose event is not known, by n8n's mode of the execution. */
const STARTED_BY: Record<string, string> = {
	manual: 'The editor',
	trigger: 'Schedule',
	webhook: 'An event',
};

interface DeliveryLogOptions {
	/** The name of the webhook with this callback URI. */
	webhookName: (callbackUri: string) => string | undefined;
	/** Whether to print every ignored event, even if a workflow ignored one for the same reason. */
	printsAllIgnored: () => boolean;
	print: (line: string) => void;
}

/**
 * Prints one line for each delivery with its execution, and one for each execution without a
 * delivery. An execution that finishes before the response to its delivery arrives has its own
 * line.
 */
export class DeliveryLog {
	/** The lines of accepted deliveries whose execution has not finished, by event ID. */
	private readonly pendingLines = new Map<string, string>();

	/** The events of executions that were printed without a delivery. */
	private readonly printedEventIds = new Set<string>();

	/** The workflows and reasons of the ignored events that were printed. */
	private readonly printedReasons = new Set<string>();

	constructor(private readonly options: DeliveryLogOptions) {}

	addDelivery(attempt: DeliveryAttempt): void {
		const webhook = this.options.webhookName(attempt.url);
		// Most test URLs answer 404, because nobody listens for a test event in the editor.
		if (webhook === undefined && attempt.status === 404) return;
		const outcome = `${webhook ?? 'the editor'} → ${describeAttempt(attempt)}`;
		if (attempt.responseBody.includes('"ignored"') && this.isRepeated(outcome)) return;
		const line = `${timeOfDay()}  ${attempt.eventType} ${attempt.eventId?.slice(0, 8)} → ${outcome}`;
		const isAccepted = attempt.responseBody.includes('"accepted"');
		if (attempt.eventId !== null && isAccepted && !this.printedEventIds.has(attempt.eventId))
			this.pendingLines.set(attempt.eventId, line);
		else this.options.print(line);
	}

	addExecution({ id, workflow, status, mode, eventId, outcome }: ExecutionSummary): void {
		const line = eventId === undefined ? undefined : this.pendingLines.get(eventId);
		if (eventId !== undefined && !this.pendingLines.delete(eventId))
			this.printedEventIds.add(eventId);
		const start = line ?? `${timeOfDay()}  ${STARTED_BY[mode] ?? mode} → ${workflow}`;
		this.options.print(`${start} → execution ${id} ${status}: ${outcome}`);
	}

	private isRepeated(outcome: string): boolean {
		if (this.options.printsAllIgnored()) return false;
		const isRepeated = this.printedReasons.has(outcome);
		this.printedReasons.add(outcome);
		return isRepeated;
	}
}
