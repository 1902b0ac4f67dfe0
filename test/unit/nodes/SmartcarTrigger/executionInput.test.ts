import type { INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import { Answer } from '../../../../nodes/SmartcarTrigger/delivery/reply';
import { parse } from '../../../../nodes/SmartcarTrigger/event/parser';
import { fixture } from '../../../fixtures/events';

function readFixture() {
	const event = parse(structuredClone(fixture(4)));
	if (event instanceof Answer) throw new Error('The fixture is no event');
	return event;
}

/** What a process that has just been started hands over and takes over. */
async function startProcess() {
	jest.resetModules();
	const { handOver, takeOver } = await import('../../../../nodes/SmartcarTrigger/executionInput');
	return {
		receive: (event = readFixture()) => handOver({ event, flags: {} }),
		execute: (item: INodeExecutionData, mode: WorkflowExecuteMode = 'webhook') => {
			const position: [number, number] = [0, 0];
			const getNode = () => ({
				id: '',
				name: 'Smartcar Trigger',
				type: '',
				typeVersion: 1.1,
				position,
				parameters: {},
			});
			return takeOver.call({ getMode: () => mode, getNode }, item, 0);
		},
	};
}

test('an execution where its event was received gets what was read there, once; n8n stores what was delivered', async () => {
	const n8n = await startProcess();
	const event = readFixture();
	const item = n8n.receive(event);
	const asStored: INodeExecutionData = JSON.parse(JSON.stringify(item));
	expect(Object.keys(asStored.json).sort()).toEqual([
		'delivered',
		'flags',
		'inPlace',
		'receivedBy',
	]);

	expect(n8n.execute(item).event).toBe(event);
	for (const again of [item, asStored]) {
		const taken = n8n.execute(again);
		expect(taken.event).toEqual(event);
		expect(taken.event).not.toBe(event);
	}
});

test('an execution where its event was received has not begun before', async () => {
	const n8n = await startProcess();
	expect(n8n.execute(n8n.receive()).mayHaveBegun).toBe(false);
});

test('an execution may have begun before where another process received its event, such as in queue mode', async () => {
	const [webhookProcessor, worker] = [await startProcess(), await startProcess()];
	worker.execute(webhookProcessor.receive());
	expect(worker.execute(webhookProcessor.receive()).mayHaveBegun).toBe(true);
});

test('after a restart an execution has not begun before, if the process that received its event executes by itself', async () => {
	const beforeRestart = await startProcess();
	const [first, second] = [beforeRestart.receive(), beforeRestart.receive()];
	beforeRestart.execute(first);
	const third = beforeRestart.receive();

	const afterRestart = await startProcess();
	// When it was received nobody knew.
	expect(afterRestart.execute(second).mayHaveBegun).toBe(true);
	expect(afterRestart.execute(third).mayHaveBegun).toBe(false);
});

test('what is executed for the editor says nothing, since in queue mode the main process does that too', async () => {
	const main = await startProcess();
	main.execute(main.receive(), 'manual');
	const afterRestart = await startProcess();
	expect(afterRestart.execute(main.receive()).mayHaveBegun).toBe(true);
});
