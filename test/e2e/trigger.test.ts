import { outputOf } from '../../tools/n8n/runData';
import { waitForExecutions } from '../../tools/n8n/rest';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { fixture } from '../fixtures/events';
import type { JsonObject } from '../../simulator/json';
import { plainWorkflow } from '../../tools/testEnvironment/triggerWorkflows';
import { startTestEnvironment } from '../support/startTestEnvironment';

const workflow = plainWorkflow('smartcarTrigger01', { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'] });

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([workflow], { simulator: { timeScale: 0.001 } });
});

afterAll(async () => await environment?.close());

/** The event IDs that the trigger has emitted since the last call, with the number of executions that this took. */
let counted = 0;
async function emittedSince(executions: number) {
	const all = await waitForExecutions(
		environment.rest,
		{ workflowId: workflow.id },
		counted + executions,
	);
	const latest = all.slice(counted);
	counted = all.length;
	const runs = await Promise.all(
		latest.map(async ({ id }) => await environment.rest.execution(id)),
	);
	return {
		executions: latest.length,
		statuses: [...new Set(latest.map(({ status }) => status))],
		eventIds: runs.flatMap(({ run }) =>
			outputOf(run, 'Smartcar Trigger').map(({ eventId }) => eventId),
		),
	};
}

/** What the sender is told: the HTTP status and the word that stands for the reason. */
async function deliver(event: JsonObject, options: { copies?: number; forged?: boolean } = {}) {
	const to = { callbackUri: environment.callbackUri, retry: false };
	const { attempts } = await environment.simulator.deliveries.deliver(event, { ...to, ...options });
	return attempts.map(({ status, body }) => `${status} ${wordOf(body)}`);
}

function wordOf(body: string): string {
	const { status, error, hint } = JSON.parse(body);
	return status ?? error ?? (hint && 'refused by n8n');
}

function newEvent() {
	const [event] = environment.simulator.events.many(1);
	if (!event) throw new Error('The simulator made no event');
	return event;
}

test.each([
	['current', false],
	['2.0', true],
])('answers VERIFY in its %s shape', async (_shape, legacy) => {
	const { webhooks } = environment.simulator;
	const { id } = webhooks.create({ name: 'n8n', callbackUri: environment.callbackUri });

	expect(await webhooks.verify(id, { legacy })).toMatchObject({ verified: true, reason: null });
});

test('a signed event is executed once, its copy is not, a forged one is refused', async () => {
	const event = newEvent();

	expect(await deliver(event)).toEqual(['200 accepted']);
	expect(await deliver(event)).toEqual(['200 duplicate']);
	expect(await deliver(newEvent(), { forged: true })).toEqual(['401 signature_mismatch']);

	expect(await emittedSince(1)).toEqual({
		executions: 1,
		statuses: ['success'],
		eventIds: [event.eventId],
	});
});

test('ten copies at the same instant give one execution, and every sender gets 200', async () => {
	const event = newEvent();

	const answers = await deliver(event, { copies: 10 });

	expect(answers.sort()).toEqual([
		'200 accepted',
		...Array.from({ length: 9 }, () => '200 duplicate'),
	]);
	expect(await emittedSince(1)).toEqual({
		executions: 1,
		statuses: ['success'],
		eventIds: [event.eventId],
	});
});

test('every shape of event that the service has sent starts the workflow', async () => {
	const events = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map(fixture);

	const answers = await Promise.all(events.map(async (event) => await deliver(event)));

	expect(new Set(answers.flat())).toEqual(new Set(['200 accepted']));
	const { statuses, eventIds } = await emittedSince(events.length);
	expect(statuses).toEqual(['success']);
	expect(eventIds.sort()).toEqual(events.map(({ eventId }) => eventId).sort());
});

const signed = undefined;
const unsigned = null;

test.each([
	['text', 'hello', signed, 'application/json', '422 refused by n8n'],
	['an array', '[]', signed, 'application/json', '400 body_not_an_object'],
	[
		'an event without an ID',
		'{"eventType":"VEHICLE_STATE"}',
		signed,
		'application/json',
		'400 event_id_missing',
	],
	[
		'an event of over 1 MiB',
		`{"eventId":"1","a":"${'x'.repeat(1_048_576)}"}`,
		signed,
		'application/json',
		'413 body_too_large',
	],
	['another content type', '{"eventId":"1"}', signed, 'text/plain', '415 content_type_not_json'],
	[
		'a content type that n8n does not read',
		'{"eventId":"1"}',
		signed,
		'application/x-event',
		'415 content_type_not_json',
	],
	['no signature', '{"eventId":"1"}', unsigned, 'application/json', '401 signature_missing'],
	['a short signature', '{"eventId":"1"}', 'abc', 'application/json', '401 signature_malformed'],
	[
		'an event as challenge',
		'{"eventType":"VERIFY","data":{"challenge":"{}"}}',
		unsigned,
		'application/json',
		'400 challenge_invalid',
	],
	[
		'an unknown event type',
		'{"eventId":"1","eventType":"NEWS"}',
		signed,
		'application/json',
		'200 ignored',
	],
])(
	'%s gets a line of JSON and a line in the log, no execution, and the next event works',
	async (_name, body, signature, contentType, answer) => {
		const lines: string[] = [];
		const stopListening = environment.n8n.onLine((line) => lines.push(line));

		const { deliveries } = environment.simulator;
		const attempt = await deliveries.deliverRaw(body, {
			callbackUri: environment.callbackUri,
			signature,
			contentType,
		});
		const next = newEvent();
		expect(await deliver(next)).toEqual(['200 accepted']);
		const emitted = await emittedSince(1);
		stopListening();

		expect(`${attempt.status} ${wordOf(attempt.body)}`).toBe(answer);
		expect(attempt.body).not.toMatch(/\n|\bat .*\(|node_modules/);
		expect(emitted).toEqual({ executions: 1, statuses: ['success'], eventIds: [next.eventId] });
		if (!answer.startsWith('422'))
			expect(lines).toContainEqual(expect.stringContaining('Smartcar Trigger'));
	},
);

test('after n8n was killed and started again, copies of the first and of the latest event emit nothing', async () => {
	counted = 0;
	const [first] = (await emittedSince(1)).eventIds;
	const latest = newEvent();
	await deliver(latest);
	await emittedSince(1);
	await environment.whileDown(async () => {}, 'kill');

	expect(await deliver({ ...newEvent(), eventId: String(first) })).toEqual(['200 accepted']);
	expect(await deliver(latest)).toEqual(['200 accepted']);
	expect(await emittedSince(2)).toEqual({ executions: 2, statuses: ['success'], eventIds: [] });

	const fresh = newEvent();
	await deliver(fresh);
	expect(await emittedSince(1)).toEqual({
		executions: 1,
		statuses: ['success'],
		eventIds: [fresh.eventId],
	});
});
