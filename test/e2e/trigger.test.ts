import type { JsonObject } from '../../simulator/json';
import { waitForExecutions } from '../../tools/n8n/restClient';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { eventFixture, VEHICLE_EVENT_FIXTURES } from '../fixtures/eventFixtures';
import { firstVehicle, newEvent } from '../support/simulatedFleet';
import { publishDraft } from '../support/publishDraft';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { deliverOnce, emittedItems } from '../support/triggerEvents';
import { TRIGGER_NAME, triggerWorkflow } from '../support/triggerWorkflows';

const workflow = triggerWorkflow('smartcarTrigger01', {
	events: ['VEHICLE_STATE', 'VEHICLE_ERROR'],
});

const otherCodesWorkflow = triggerWorkflow('smartcarTrigger02', {
	events: ['VEHICLE_STATE', 'VEHICLE_ERROR'],
	filters: {
		signalCodes: ['other'],
		otherSignalCodes: 'Wheel.Style',
		errorCodes: ['other'],
		otherErrorCodes: 'CHARGE_FAULT',
	},
});

const statesWorkflow = triggerWorkflow('smartcarTrigger05');
const errorsWorkflow = triggerWorkflow('smartcarTrigger06');

const filtersByExpression = (id: string, makes: string) =>
	triggerWorkflow(id, { events: ['VEHICLE_STATE'], filters: { makes } });
const filtersByConstant = filtersByExpression('smartcarTrigger03', "={{ ['TESLA', 'BMW'] }}");
const filtersByRequestData = filtersByExpression('smartcarTrigger04', '={{ $json.query.make }}');

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment(
		[workflow, otherCodesWorkflow, statesWorkflow, errorsWorkflow],
		{
			drafts: [filtersByConstant, filtersByRequestData],
			simulator: { timeScale: 0.001 },
		},
	);
});

afterAll(async () => await environment?.close());

/** How many executions `nextExecutions` has returned. */
let executionsSeen = 0;

/**
 * Waits until the workflow has `count` executions more than at the last call, and summarizes them.
 */
async function nextExecutions(count: number) {
	const all = await waitForExecutions(
		environment.rest,
		{ workflowId: workflow.id },
		executionsSeen + count,
	);
	const executions = all.slice(executionsSeen);
	executionsSeen = all.length;
	const items = await emittedItems(environment, executions);
	return {
		count: executions.length,
		statuses: [...new Set(executions.map(({ status }) => status))],
		eventIds: items.map(({ eventId }) => eventId),
	};
}

/** The HTTP status of a response, and its code from the JSON body: `200 accepted`. */
function summarize(attempt: { status: number | null; responseBody: string }): string {
	const { status, error, hint } = JSON.parse(attempt.responseBody);
	return `${attempt.status} ${status ?? error ?? (hint && 'rejected by n8n')}`;
}

/** Delivers the event once, without retries. Returns the responses as `200 accepted`. */
async function deliver(event: JsonObject, options?: { copies?: number; forged?: boolean }) {
	return (await deliverOnce(environment, workflow, event, options)).map(summarize);
}

test.each([
	['current', false],
	['2.0', true],
])('a VERIFY event of the %s version is answered', async (_version, legacy) => {
	const { webhooks } = environment.simulator;
	const { id } = webhooks.create({ name: 'n8n', callbackUri: environment.callbackUri });

	expect(await webhooks.verify(id, { legacy })).toMatchObject({ verified: true, reason: null });
});

test('an event is executed once, its copy is a duplicate, and a forged event is rejected', async () => {
	const event = newEvent(environment.simulator);

	expect(await deliver(event)).toEqual(['200 accepted']);
	expect(await deliver(event)).toEqual(['200 duplicate']);
	expect(await deliver(newEvent(environment.simulator), { forged: true })).toEqual([
		'401 signature_mismatch',
	]);

	expect(await nextExecutions(1)).toEqual({
		count: 1,
		statuses: ['success'],
		eventIds: [event.eventId],
	});
});

test('ten copies of an event at the same time give one execution and ten responses with 200', async () => {
	const event = newEvent(environment.simulator);

	const responses = await deliver(event, { copies: 10 });

	expect(responses.sort()).toEqual([
		'200 accepted',
		...Array.from({ length: 9 }, () => '200 duplicate'),
	]);
	expect(await nextExecutions(1)).toEqual({
		count: 1,
		statuses: ['success'],
		eventIds: [event.eventId],
	});
});

test('Other Signals and Other Error Codes select events by codes that are not in the lists', async () => {
	const { rest, simulator } = environment;
	const send = async (change: JsonObject) => {
		const event = { ...newEvent(simulator), ...change };
		return (await deliverOnce(environment, otherCodesWorkflow, event)).map(summarize);
	};
	const sendState = (code: string) =>
		send({ data: { triggers: [{ code }], signals: [{ code, body: { value: 1 } }] } });
	const sendError = (code: string) =>
		send({ eventType: 'VEHICLE_ERROR', data: { errors: [{ type: 'VEHICLE_STATE', code }] } });

	expect(await sendState('wheel-style')).toEqual(['200 accepted']);
	expect(await sendState('wheel-tires')).toEqual(['200 ignored']);
	expect(await sendError('CHARGE_FAULT')).toEqual(['200 accepted']);
	expect(await sendError('UNREACHABLE')).toEqual(['200 ignored']);

	const executions = await waitForExecutions(rest, { workflowId: otherCodesWorkflow.id }, 2);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
});

test('vehicle errors go to the trigger at the error callback URI, other events to the one at the callback URI', async () => {
	const { n8n, rest, simulator } = environment;
	const { fleet, webhooks } = simulator;
	const { id } = webhooks.create({
		name: 'n8n',
		callbackUri: n8n.webhookUrl(webhookIdOf(statesWorkflow)),
		errorCallbackUri: n8n.webhookUrl(webhookIdOf(errorsWorkflow)),
		autoSubscribe: true,
	});
	expect(await webhooks.verify(id)).toMatchObject({ verified: true });
	fleet.change(firstVehicle(simulator), (car) => {
		car.reachability = 'unreachable';
	});
	await simulator.deliveries.idle();

	const eventTypes = async ({ id: workflowId }: Workflow) => {
		const executions = await waitForExecutions(rest, { workflowId }, 1);
		const items = await emittedItems(environment, executions);
		return items.map(({ eventType }) => eventType);
	};
	expect(await eventTypes(errorsWorkflow)).toEqual(['VEHICLE_ERROR']);
	expect(new Set(await eventTypes(statesWorkflow))).toEqual(new Set(['VEHICLE_STATE']));
});

test('an event starts the workflow in every form that Smartcar has sent or documented', async () => {
	const events = VEHICLE_EVENT_FIXTURES.map(eventFixture);

	const responses = await Promise.all(events.map(async (event) => await deliver(event)));

	expect(new Set(responses.flat())).toEqual(new Set(['200 accepted']));
	const { statuses, eventIds } = await nextExecutions(events.length);
	expect(statuses).toEqual(['success']);
	expect(eventIds.sort()).toEqual(events.map(({ eventId }) => eventId).sort());
});

// Values of the option `signature` of `deliverRaw`.
const VALID_SIGNATURE = undefined;
const NO_SIGNATURE = null;

interface RejectedRequest {
	name: string;
	body: string;
	signature?: string | null;
	contentType?: string;
	/** As returned by `summarize`. */
	expected: string;
}

const REJECTED_REQUESTS: RejectedRequest[] = [
	{ name: 'text', body: 'hello', expected: '422 rejected by n8n' },
	{ name: 'an array', body: '[]', expected: '400 body_not_an_object' },
	{
		name: 'an event without an ID',
		body: '{"eventType":"VEHICLE_STATE"}',
		expected: '400 event_id_missing',
	},
	{
		name: 'an event of more than 1 MiB',
		body: `{"eventId":"1","a":"${'x'.repeat(1_048_576)}"}`,
		expected: '413 body_too_large',
	},
	{
		name: 'a content type other than JSON',
		body: '{"eventId":"1"}',
		contentType: 'text/plain',
		expected: '415 content_type_not_json',
	},
	{
		name: 'a content type that n8n does not parse',
		body: '{"eventId":"1"}',
		contentType: 'application/x-event',
		expected: '415 content_type_not_json',
	},
	{
		name: 'a missing signature',
		body: '{"eventId":"1"}',
		signature: NO_SIGNATURE,
		expected: '401 signature_missing',
	},
	{
		name: 'a short signature',
		body: '{"eventId":"1"}',
		signature: 'abc',
		expected: '401 signature_malformed',
	},
	{
		name: 'a VERIFY event with an event as challenge',
		body: '{"eventType":"VERIFY","data":{"challenge":"{}"}}',
		signature: NO_SIGNATURE,
		expected: '400 challenge_invalid',
	},
	{
		name: 'an unknown event type',
		body: '{"eventId":"1","eventType":"NEWS"}',
		expected: '200 ignored',
	},
];

test.each(REJECTED_REQUESTS)(
	'$name is answered $expected as JSON, is logged, and does not affect the next event',
	async ({ body, signature = VALID_SIGNATURE, contentType = 'application/json', expected }) => {
		const logLines: string[] = [];
		const stopListening = environment.n8n.onLine((line) => logLines.push(line));

		const attempt = await environment.simulator.deliveries.deliverRaw(body, {
			callbackUri: environment.callbackUri,
			signature,
			contentType,
		});
		const next = newEvent(environment.simulator);
		expect(await deliver(next)).toEqual(['200 accepted']);
		const executions = await nextExecutions(1);
		stopListening();

		expect(summarize(attempt)).toBe(expected);
		expect(attempt.responseBody).not.toMatch(/\n|\bat .*\(|node_modules/);
		expect(executions).toEqual({ count: 1, statuses: ['success'], eventIds: [next.eventId] });
		// n8n rejects a body that is not JSON before the trigger sees it.
		if (!expected.startsWith('422'))
			expect(logLines).toContainEqual(expect.stringContaining(TRIGGER_NAME));
	},
);

test('after n8n was killed and restarted, copies of earlier events emit nothing', async () => {
	// `nextExecutions` then returns all executions, so that the first event is the oldest one.
	executionsSeen = 0;
	const [oldestEventId] = (await nextExecutions(1)).eventIds;
	const latest = newEvent(environment.simulator);
	await deliver(latest);
	await nextExecutions(1);
	await environment.whileDown(async () => {});

	// Accepted, because the new process does not remember the events. Their executions find them in
	// n8n's deduplication store.
	const copyOfOldest = { ...newEvent(environment.simulator), eventId: String(oldestEventId) };
	expect(await deliver(copyOfOldest)).toEqual(['200 accepted']);
	expect(await deliver(latest)).toEqual(['200 accepted']);
	expect(await nextExecutions(2)).toEqual({ count: 2, statuses: ['success'], eventIds: [] });

	const next = newEvent(environment.simulator);
	await deliver(next);
	expect(await nextExecutions(1)).toEqual({
		count: 1,
		statuses: ['success'],
		eventIds: [next.eventId],
	});
});

test('a filter can be an expression that needs no data of an event', async () => {
	expect(await publishDraft(environment, filtersByConstant)).toMatch(/^null$|"status":"published"/);
});

// Last, because n8n does not start with a workflow that could not be published.
test('a workflow whose filter is an expression that needs the data of an event cannot be published', async () => {
	expect(await publishDraft(environment, filtersByRequestData)).toContain(
		"The expression in 'Filters → Makes' cannot be evaluated when the workflow is published",
	);
});
