import { sleep } from 'n8n-workflow';
import { eventLoopTurn } from '../../../support/eventLoopTurn';
import { loadIsolated } from './simulatedN8n';
import { FakeResponse, triggerContext } from './triggerContext';

/** Nothing waits for a time limit, unless a test changes that. */
const mockTimeLimit = jest.fn<Promise<void>, [number]>(async () => {});

jest.mock('../../../../nodes/SmartcarTrigger/timeLimit', () => ({
	timeLimit: async (milliseconds: number) => await mockTimeLimit(milliseconds),
}));

const response = new FakeResponse();
// The sender has hung up.
response.close();
const context = triggerContext({ getResponseObject: () => response });

const REPORT = { isNew: true, judgedStates: [] };

afterEach(() => jest.useRealTimers());

/** The functions with module variables of their own, as in a new process. */
async function startProcess() {
	return await loadIsolated(
		async () => await import('../../../../nodes/SmartcarTrigger/executionReports'),
	);
}

test('a delivery hears the report of its execution, once', async () => {
	const { onReport, reportExecution } = await startProcess();
	const callback = jest.fn();
	const { waitForReport } = onReport.call(context, 'e-1', callback);
	for (let copy = 0; copy < 2; copy++) reportExecution.call(context, 'e-1', REPORT);
	await waitForReport(true);

	expect(callback.mock.calls).toEqual([[REPORT]]);
});

test('all deliveries that wait for the execution of an event hear its report', async () => {
	const { onReport, reportExecution } = await startProcess();
	const callbacks = [jest.fn(), jest.fn()];
	for (const callback of callbacks) onReport.call(context, 'e-1', callback);
	reportExecution.call(context, 'e-1', REPORT);

	for (const callback of callbacks) expect(callback).toHaveBeenCalledTimes(1);
});

test('once an execution has reported, a missing report does not mean that executions run in other processes', async () => {
	const { onReport, reportExecution } = await startProcess();
	reportExecution.call(context, 'e-0', REPORT);
	await onReport.call(context, 'e-1', () => undefined).waitForReport(true);
	const callback = jest.fn();
	await onReport.call(context, 'e-2', callback).waitForReport(true);
	reportExecution.call(context, 'e-2', REPORT);

	expect(callback).toHaveBeenCalledTimes(1);
});

test('a report that is late is heard, too', async () => {
	const { onReport, reportExecution } = await startProcess();
	const callback = jest.fn();
	await onReport.call(context, 'e-1', callback).waitForReport(true);
	reportExecution.call(context, 'e-1', REPORT);

	expect(callback).toHaveBeenCalledTimes(1);
});

test('a delivery waits two seconds for a report', async () => {
	const { onReport } = await startProcess();
	jest.useFakeTimers();
	mockTimeLimit.mockImplementationOnce(sleep);
	const stopWaiting = jest.fn();
	void onReport.call(context, 'e-1', jest.fn()).waitForReport(true).then(stopWaiting);

	await jest.advanceTimersByTimeAsync(1_999);
	expect(stopWaiting).not.toHaveBeenCalled();
	await jest.advanceTimersByTimeAsync(1);
	expect(stopWaiting).toHaveBeenCalledTimes(1);
});

test('a report is heard after the quarter of an hour that an execution may wait for a free slot', async () => {
	const { onReport, reportExecution } = await startProcess();
	jest.useFakeTimers();
	const callback = jest.fn();
	await onReport.call(context, 'e-1', callback).waitForReport(true);
	jest.advanceTimersByTime(15 * 60_000);
	reportExecution.call(context, 'e-1', REPORT);

	expect(callback).toHaveBeenCalledTimes(1);
});

test('an event that starts no execution does not mean that executions run in other processes', async () => {
	const { onReport, reportNoExecution, reportExecution } = await startProcess();
	const { waitForReport } = onReport.call(context, 'e-1', () => undefined);
	reportNoExecution.call(context, 'e-1');
	await waitForReport(true);
	const callback = jest.fn();
	await onReport.call(context, 'e-2', callback).waitForReport(true);
	reportExecution.call(context, 'e-2', REPORT);

	expect(callback).toHaveBeenCalledTimes(1);
});

describe('if a sender hangs up, so that n8n may have stored no execution', () => {
	test('a report is heard', async () => {
		const { onReport, reportExecution } = await startProcess();
		const callback = jest.fn();
		const { waitForReport } = onReport.call(context, 'e-1', callback);
		reportExecution.call(context, 'e-1', REPORT);
		await waitForReport(false);

		expect(callback).toHaveBeenCalledTimes(1);
	});

	test('a late report is heard until the delivery stops listening', async () => {
		const { onReport, reportExecution } = await startProcess();
		const callbacks = [jest.fn(), jest.fn()];
		const [stopped] = callbacks.map((callback) => onReport.call(context, 'e-1', callback));
		await stopped?.waitForReport(false);
		stopped?.stopListening();
		reportExecution.call(context, 'e-1', REPORT);

		expect(callbacks.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
	});

	test('the vehicle stays locked while the workflow runs in this process', async () => {
		const { limitWaitAfterHangUp, reportExecution } = await startProcess();
		reportExecution.call(context, 'e-0', REPORT);
		const release = jest.fn();
		limitWaitAfterHangUp.call(context, release);
		await eventLoopTurn();

		expect(release).not.toHaveBeenCalled();
	});

	test('the vehicle is released once it is known that executions run in other processes', async () => {
		const { limitWaitAfterHangUp, onReport } = await startProcess();
		jest.useFakeTimers();
		mockTimeLimit.mockImplementationOnce(sleep).mockImplementationOnce(sleep);
		const release = jest.fn();
		limitWaitAfterHangUp.call(context, release);

		await jest.advanceTimersByTimeAsync(120_000);
		expect(release).not.toHaveBeenCalled();
		await onReport.call(context, 'e-1', () => undefined).waitForReport(true);
		await jest.advanceTimersByTimeAsync(120_000);
		expect(release).toHaveBeenCalledTimes(1);
	});

	test('a missing report does not mean that executions run in other processes', async () => {
		const { onReport, reportExecution } = await startProcess();
		await onReport.call(context, 'e-1', () => undefined).waitForReport(false);
		const callback = jest.fn();
		await onReport.call(context, 'e-2', callback).waitForReport(true);
		reportExecution.call(context, 'e-2', REPORT);

		expect(callback).toHaveBeenCalledTimes(1);
	});
});

describe('where executions run in other processes', () => {
	/** A webhook processor that has waited for one report in vain. */
	async function startWebhookProcessor() {
		const functions = await startProcess();
		await functions.onReport.call(context, 'e-0', () => undefined).waitForReport(true);
		return functions;
	}

	test('a delivery hears that its event starts no execution', async () => {
		const { onReport, reportNoExecution } = await startWebhookProcessor();
		const callback = jest.fn();
		onReport.call(context, 'e-1', callback);
		reportNoExecution.call(context, 'e-1');

		expect(callback.mock.calls).toEqual([[{ isNew: false, judgedStates: [] }]]);
	});

	test('a vehicle is released two minutes after its sender hung up', async () => {
		const { limitWaitAfterHangUp } = await startWebhookProcessor();
		jest.useFakeTimers();
		mockTimeLimit.mockImplementationOnce(sleep);
		const release = jest.fn();
		limitWaitAfterHangUp.call(context, release);

		await jest.advanceTimersByTimeAsync(119_999);
		expect(release).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(release).toHaveBeenCalledTimes(1);
	});

	test('a delivery that has ended is forgotten, so that its event does not stay in memory', async () => {
		const { onReport, reportExecution } = await startWebhookProcessor();
		const callback = jest.fn();
		const other = jest.fn();
		const { waitForReport } = onReport.call(context, 'e-1', callback);
		onReport.call(context, 'e-1', other);
		await waitForReport(true);
		reportExecution.call(context, 'e-1', REPORT);

		expect(callback).not.toHaveBeenCalled();
		expect(other).toHaveBeenCalledTimes(1);
	});
});

test('executions of a vehicle are a second apart, unless they run in this process', async () => {
	const { onReport, reportExecution, waitBeforeExecution } = await startProcess();
	jest.useFakeTimers();
	const isOverAfter = async (milliseconds: number) => {
		let isOver = false;
		const wait = waitBeforeExecution().then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(milliseconds);
		const result = isOver;
		await jest.runAllTimersAsync();
		await wait;
		return result;
	};

	expect([await isOverAfter(999), await isOverAfter(1_000)]).toEqual([false, true]);
	// A delivery has waited for a report in vain.
	await onReport.call(context, 'e-1', jest.fn()).waitForReport(true);
	expect([await isOverAfter(999), await isOverAfter(1_000)]).toEqual([false, true]);
	reportExecution.call(context, 'e-1', REPORT);
	expect(await isOverAfter(0)).toBe(true);
});
