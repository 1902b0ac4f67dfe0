import type { IDataObject } from 'n8n-workflow';
import { reportExecution } from '../../../../nodes/SmartcarTrigger/executionReports';
import { checkOrder, forgetOrder } from '../../../../nodes/SmartcarTrigger/outOfOrder';
import { eventFrom } from '../../../support/eventFrom';
import { eventLoopTurn } from '../../../support/eventLoopTurn';
import { parameters } from './events';
import { loadIsolated } from './simulatedN8n';
import { triggerContext } from './triggerContext';

/** No delivery waits for the report of its execution. */
jest.mock('../../../../nodes/SmartcarTrigger/timeLimit', () => ({ timeLimit: async () => {} }));

const settings = parameters({ options: { outOfOrder: 'flag' } });

const ACKNOWLEDGED = {
	closed: true,
	writableEnded: true,
	writableFinished: true,
	statusCode: 200,
};

const NOT_ANSWERED = { ...ACKNOWLEDGED, closed: false, once: () => undefined };

const contextOf = (trigger: string, response: object) =>
	triggerContext({ getNode: () => ({ id: trigger }), getResponseObject: () => response });

const context = contextOf('trigger', ACKNOWLEDGED);

const withSequence = (vehicleId: string, sequence: number, changes: IDataObject = {}) =>
	eventFrom({
		eventId: `${vehicleId} ${sequence}`,
		eventType: 'VEHICLE_STATE',
		data: { vehicle: { id: vehicleId } },
		meta: { sequence },
		...changes,
	});

const report = (vehicleId: string, sequence: number, isNew: boolean) =>
	reportExecution.call(context, `${vehicleId} ${sequence}`, { isNew, judgedStates: [] });

/** Delivers an event, whose execution reports it as new. Resolves to its flags. */
async function deliver(vehicleId: string, sequence: number) {
	const flags = await checkOrder.call(context, withSequence(vehicleId, sequence), settings);
	report(vehicleId, sequence, true);
	return flags;
}

test('the order of a vehicle is still known after 50,000 others', async () => {
	await deliver('v-1', 9);
	for (let index = 0; index < 50_000; index++) await deliver(`other-${index}`, 1);

	expect(await deliver('v-1', 8)).toEqual({ outOfOrder: true });
});

test('a late event that is flagged does not block the next one', async () => {
	await deliver('v-7', 9);

	expect(await deliver('v-7', 8)).toEqual({ outOfOrder: true });
	expect(await deliver('v-7', 7)).toEqual({ outOfOrder: true });
});

test('events without a vehicle ID are never late, since they can be of different vehicles', async () => {
	for (const sequence of [2, 1]) {
		const event = withSequence('unknown', sequence, { data: { vehicle: { make: 'KIA' } } });
		expect(await checkOrder.call(context, event, settings)).toEqual({});
	}
});

test('the order is forgotten for one trigger only', async () => {
	await deliver('v-8', 9);

	forgetOrder.call(contextOf('another trigger', ACKNOWLEDGED));
	expect(await deliver('v-8', 8)).toEqual({ outOfOrder: true });
	forgetOrder.call(context);
	expect(await deliver('v-8', 7)).toEqual({});
});

test('a late event is dropped even if the workflow only gets errors that start or end', async () => {
	const drops = parameters({ options: { outOfOrder: 'drop' } });
	const withError = (sequence: number, code: string) =>
		withSequence('v-2', sequence, {
			eventType: 'VEHICLE_ERROR',
			data: { vehicle: { id: 'v-2' }, errors: [{ type: 'VEHICLE_STATE', code }] },
		});
	await checkOrder.call(context, withError(5, 'ASLEEP'), drops);

	await expect(checkOrder.call(context, withError(4, 'UNREACHABLE'), drops)).rejects.toMatchObject({
		status: 200,
		body: { status: 'ignored' },
	});
});

test('a delivery does not wait for one of the same vehicle at another trigger', async () => {
	await checkOrder.call(contextOf('busy', NOT_ANSWERED), withSequence('v-3', 1), settings);

	expect(await deliver('v-3', 2)).toEqual({});
});

test('an execution that reports a duplicate late does not undo the sequence of a later event', async () => {
	await deliver('v-4', 5);
	await checkOrder.call(context, withSequence('v-4', 7), settings);
	await deliver('v-4', 8);
	await eventLoopTurn();
	report('v-4', 7, false);

	expect(await deliver('v-4', 6)).toEqual({ outOfOrder: true });
});

test('with When the Workflow Finishes, an event is late after a later one whose workflow has succeeded', async () => {
	const whenFinished = parameters({ options: { outOfOrder: 'flag', acknowledge: 'lastNode' } });
	await checkOrder.call(context, withSequence('v-5', 5), whenFinished);

	expect(await checkOrder.call(context, withSequence('v-5', 4), whenFinished)).toEqual({
		outOfOrder: true,
	});
});

test('in queue mode, an event whose sender hangs up does not block the next one, or undo its sequence', async () => {
	const newProcess = await loadIsolated(
		async () => await import('../../../../nodes/SmartcarTrigger/outOfOrder'),
	);
	const whenFinished = parameters({ options: { outOfOrder: 'flag', acknowledge: 'lastNode' } });
	const check = async (sequence: number, response: object = ACKNOWLEDGED) =>
		await newProcess.checkOrder.call(
			contextOf('trigger', response),
			withSequence('v-6', sequence),
			whenFinished,
		);
	const hungUp = {
		...ACKNOWLEDGED,
		writableEnded: false,
		writableFinished: false,
		end: () => (hungUp.writableEnded = true),
	};
	// No execution reports, so from now on executions run in other processes.
	await check(1);

	await check(7, hungUp);
	expect(await check(9)).toEqual({});
	hungUp.end();
	await eventLoopTurn();

	expect(await check(8)).toEqual({ outOfOrder: true });
});
