import type { DeliveryAttempt } from '../../simulator/simulator';
import { DeliveryLog } from './deliveryLog';
import type { ExecutionSummary } from './executionPoller';

const ALERT_URL = 'http://127.0.0.1:5678/webhook/alert';

const attempt = (
	eventId: string,
	reply: Record<string, unknown>,
	url = ALERT_URL,
): DeliveryAttempt => ({
	eventId,
	eventType: 'VEHICLE_STATE',
	url,
	attempt: 1,
	sentAt: 0,
	durationMs: 5,
	status: 200,
	responseBody: JSON.stringify(reply),
	error: null,
	acknowledged: true,
});

const accepted = (eventId: string) => attempt(eventId, { status: 'accepted', eventId });

const ignored = (eventId: string, reason: string) =>
	attempt(eventId, { status: 'ignored', eventId, reason });

const execution = (summary: Partial<ExecutionSummary>): ExecutionSummary => ({
	id: '7',
	workflow: 'Alert',
	status: 'success',
	mode: 'webhook',
	eventId: undefined,
	outcome: 'message: Low tire',
	...summary,
});

/** A log, the lines that it has printed (without times), and whether the user has sent an event. */
function startLog() {
	const lines: string[] = [];
	const user = { hasSentEvent: false };
	const log = new DeliveryLog({
		webhookName: (url) => (url === ALERT_URL ? 'Alert' : undefined),
		printsAllIgnored: () => user.hasSentEvent,
		print: (line) => lines.push(line.replace(/^\S+ {2}/, '')),
	});
	return { log, lines, user };
}

test('an accepted delivery is printed with its execution', () => {
	const { log, lines } = startLog();

	log.addDelivery(accepted('event-1'));
	expect(lines).toEqual([]);

	log.addExecution(execution({ eventId: 'event-1' }));
	expect(lines).toEqual([
		'VEHICLE_STATE event-1 → Alert → 200 accepted → execution 7 success: message: Low tire',
	]);
});

test('a delivery whose execution finished before its response arrived is printed, too', () => {
	const { log, lines } = startLog();

	log.addExecution(execution({ eventId: 'event-1' }));
	log.addDelivery(accepted('event-1'));

	expect(lines).toEqual([
		'An event → Alert → execution 7 success: message: Low tire',
		'VEHICLE_STATE event-1 → Alert → 200 accepted',
	]);
});

test.each([
	['webhook', 'An event'],
	['trigger', 'Schedule'],
	['manual', 'The editor'],
	['retry', 'retry'],
])(
	'the line of an execution in mode %s without a known event says what started it',
	(mode, startedBy) => {
		const { log, lines } = startLog();

		log.addExecution(execution({ mode, outcome: 'no items' }));

		expect(lines).toEqual([`${startedBy} → Alert → execution 7 success: no items`]);
	},
);

test('each reason why a workflow ignores events is printed once', () => {
	const { log, lines } = startLog();

	log.addDelivery(ignored('event-1', 'no condition is newly met'));
	log.addDelivery(ignored('event-2', 'no condition is newly met'));
	log.addDelivery(ignored('event-3', 'older'));

	expect(lines).toEqual([
		'VEHICLE_STATE event-1 → Alert → 200 ignored: no condition is newly met',
		'VEHICLE_STATE event-3 → Alert → 200 ignored: older',
	]);
});

test('once the user has sent an event, each ignored event is printed', () => {
	const { log, lines, user } = startLog();
	log.addDelivery(ignored('event-1', 'no condition is newly met'));
	user.hasSentEvent = true;

	log.addDelivery(ignored('event-2', 'no condition is newly met'));

	expect(lines).toHaveLength(2);
});

test('a test URL at which nobody listens is not printed', () => {
	const { log, lines } = startLog();
	const testUrl = 'http://127.0.0.1:5678/webhook-test/alert';

	log.addDelivery({ ...attempt('event-1', {}, testUrl), status: 404 });
	expect(lines).toEqual([]);

	log.addDelivery(attempt('event-2', { error: 'signature_mismatch' }, testUrl));
	expect(lines).toEqual(['VEHICLE_STATE event-2 → the editor → 200 signature_mismatch']);
});
