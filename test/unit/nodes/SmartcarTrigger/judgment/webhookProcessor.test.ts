import { eventFrom } from '../../../../support/eventFrom';
import { eventLoopTurn } from '../../../../support/eventLoopTurn';
import { parameters } from '../events';
import { eventWith, signal, startProcess, type Process } from '../simulatedN8n';
import { FakeResponse, triggerContext } from '../triggerContext';

// Workers run the executions, so no report comes. Each limited wait is over at once.
jest.mock('../../../../../nodes/SmartcarTrigger/timeLimit', () => ({
	timeLimit: async () => {},
}));

const GEAR = 'transmission-gearstate';

const settings = parameters({
	events: ['CONDITION_MET'],
	conditions: { values: [{ signal: GEAR, when: 'changes' }] },
	options: { acknowledge: 'lastNode' },
});

const orderSettings = parameters({
	events: ['VEHICLE_STATE'],
	options: { acknowledge: 'lastNode', outOfOrder: 'flag' },
});

const REPORT = { isNew: true, judgedStates: [] };

let eventCount = 0;

/** An event about the gear of a vehicle, later than the one before. */
const gearEvent = (value: string, vehicleId: string) =>
	eventFrom({
		eventId: `e-${++eventCount}`,
		eventType: 'VEHICLE_STATE',
		...eventWith([signal(GEAR, { value })], vehicleId),
	});

const contextOf = (response: FakeResponse) => triggerContext({ getResponseObject: () => response });

/** A function that delivers events to a process. */
const delivererOf =
	(processor: Process) =>
	async (value: string, vehicleId = 'v') => {
		const response = new FakeResponse();
		const event = gearEvent(value, vehicleId);
		const { checks } = await processor.judgeDelivery.call(contextOf(response), event, settings);
		return { event, response, previousValue: checks?.[0]?.previousValue };
	};

/** A webhook processor that has waited for one report in vain. */
async function startWebhookProcessor() {
	const processor = await startProcess();
	const deliver = delivererOf(processor);
	const { response } = await deliver('PARK', 'other');
	response.end();
	await eventLoopTurn();
	return { processor, deliver };
}

describe('if the sender of an event hangs up while the workflow runs in a worker', () => {
	test('the next event of the vehicle does not wait forever, since n8n may never end the response', async () => {
		const { deliver } = await startWebhookProcessor();
		const unanswered = await deliver('DRIVE');
		unanswered.response.close();

		expect(unanswered.response.writableEnded).toBe(false);
		await expect(deliver('REVERSE')).resolves.toMatchObject({ previousValue: undefined });
	});

	test('its value is remembered once the workflow has succeeded', async () => {
		const { deliver } = await startWebhookProcessor();
		const slow = await deliver('DRIVE');
		slow.response.close();
		await eventLoopTurn();
		slow.response.end();

		expect(await deliver('REVERSE')).toMatchObject({ previousValue: 'DRIVE' });
	});

	test.each([
		{ outcome: 'its workflow succeeds', startsExecution: true },
		{ outcome: 'it has started no execution', startsExecution: false },
	])(
		'its value does not replace that of a later event, if $outcome',
		async ({ startsExecution }) => {
			const { processor, deliver } = await startWebhookProcessor();
			const slow = await deliver('DRIVE');
			slow.response.close();
			const later = await deliver('REVERSE');
			later.response.end();
			await eventLoopTurn();
			if (!startsExecution)
				processor.reportNoExecution.call(contextOf(slow.response), slow.event.eventId);
			slow.response.end();
			await eventLoopTurn();

			expect(await deliver('PARK')).toMatchObject({ previousValue: 'REVERSE' });
		},
	);

	test('its sequence counts, and does not replace that of a later event', async () => {
		const { processor } = await startWebhookProcessor();
		const deliver = async (sequence: number) => {
			const response = new FakeResponse();
			const event = eventFrom({
				eventId: `s-${sequence}`,
				eventType: 'VEHICLE_STATE',
				data: { vehicle: { id: 'v' } },
				meta: { sequence },
			});
			const flags = await processor.checkOrder.call(contextOf(response), event, orderSettings);
			return { response, flags };
		};
		const slow = await deliver(5);
		slow.response.close();
		const later = await deliver(7);
		later.response.end();
		await eventLoopTurn();
		slow.response.end();
		await eventLoopTurn();

		expect((await deliver(6)).flags).toEqual({ outOfOrder: true });
	});
});

test('an event waits a second before its execution, until one has reported in the same process', async () => {
	const waits: number[] = [];
	const processor = await startProcess(async (milliseconds) => {
		waits.push(milliseconds);
	});
	const deliver = delivererOf(processor);
	const first = await deliver('DRIVE');
	expect(waits).toEqual([1_000]);
	processor.reportExecution.call(contextOf(first.response), first.event.eventId, REPORT);
	first.response.end();
	await deliver('REVERSE');

	expect(waits).toEqual([1_000]);
});

test('the next event of a vehicle waits for a workflow that has reported, so that it runs in the same process', async () => {
	const processor = await startProcess();
	const deliver = delivererOf(processor);
	const slow = await deliver('DRIVE');
	processor.reportExecution.call(contextOf(slow.response), slow.event.eventId, REPORT);
	slow.response.close();
	await eventLoopTurn();
	let isDelivered = false;
	const next = deliver('REVERSE').then(() => (isDelivered = true));
	await eventLoopTurn();

	expect(isDelivered).toBe(false);
	slow.response.end();
	await next;
});

test.each([
	['it was in a batch whose execution may run', 503, 'ignored'],
	['n8n did not store its execution', 500, 'judged'],
])(
	'after a later event was rejected, an older one is judged or ignored: %s',
	async (_why, statusCode, expected) => {
		const processor = await startProcess();
		const whenStored = {
			...settings,
			options: { ...settings.options, acknowledge: 'onReceived' as const },
		};
		const [older, newer] = [gearEvent('PARK', 'v'), gearEvent('DRIVE', 'v')];
		const response = new FakeResponse();
		await processor.judgeDelivery.call(contextOf(response), newer, whenStored);
		response.statusCode = statusCode;
		response.end();
		await eventLoopTurn();

		const result = await processor.judgeDelivery
			.call(contextOf(new FakeResponse()), older, whenStored)
			.then(() => 'judged')
			.catch(({ status }: { status: number }) => (status === 200 ? 'ignored' : status));
		expect(result).toBe(expected);
	},
);

describe('if the sender of an event hangs up, and its execution begins only after the wait for a report', () => {
	test('an older event is not judged after it', async () => {
		const processor = await startProcess();
		const whenStored = { ...settings, options: { ...settings.options, acknowledge: 'onReceived' } };
		const [older, newer] = [gearEvent('PARK', 'v'), gearEvent('DRIVE', 'v')];
		const response = new FakeResponse();
		await processor.judgeDelivery.call(contextOf(response), newer, whenStored);
		response.close();
		await eventLoopTurn();
		processor.reportExecution.call(contextOf(response), newer.eventId, REPORT);

		await expect(
			processor.judgeDelivery.call(contextOf(new FakeResponse()), older, whenStored),
		).rejects.toMatchObject({ status: 200 });
	});

	test('its sequence counts', async () => {
		const processor = await startProcess();
		const [older, newer] = [5, 6].map((sequence) =>
			eventFrom({
				eventId: `s-${sequence}`,
				eventType: 'VEHICLE_STATE',
				data: { vehicle: { id: 'v' } },
				meta: { sequence },
			}),
		);
		if (!older || !newer) throw new Error('There are no events');
		const flagLate = parameters({ events: ['VEHICLE_STATE'], options: { outOfOrder: 'flag' } });
		const response = new FakeResponse();
		await processor.checkOrder.call(contextOf(response), newer, flagLate);
		response.close();
		await eventLoopTurn();
		processor.reportExecution.call(contextOf(response), newer.eventId, REPORT);

		expect(await processor.checkOrder.call(contextOf(new FakeResponse()), older, flagLate)).toEqual(
			{ outOfOrder: true },
		);
	});
});
