import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import { parameters } from '../events';
import { eventWith, signal, startProcess, type Process } from '../simulatedN8n';

// No report comes: workers run the executions. So the wait for one ends at once.
jest.mock('../../../../../nodes/SmartcarTrigger/timeLimit', () => ({
	timeLimit: async () => {},
}));

const CHARGE = 'tractionbattery-stateofcharge';

const waiting = parameters({
	events: ['CONDITION_MET'],
	conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, resetAt: 25, unit: '%' }] },
	options: { acknowledge: 'lastNode' },
});

class Response extends EventEmitter {
	closed = false;

	statusCode = 200;

	writableEnded = false;

	get writableFinished(): boolean {
		return this.writableEnded;
	}

	end(): void {
		this.writableEnded = true;
		this.close();
	}

	/** The sender hangs up, or has got the response. */
	close(): void {
		this.closed = true;
		this.emit('close');
	}
}

/** Delivers a state of charge. @returns its response, once n8n may store its execution */
async function deliver(processor: Process, vehicleId: string, value: number): Promise<Response> {
	const response = new Response();
	const context = {
		getWorkflow: () => ({ id: 'wf' }),
		getNode: () => ({ id: 'trigger' }),
		getMode: () => 'webhook',
		getResponseObject: () => response,
		logger: { warn: () => undefined, debug: () => undefined },
	} as unknown as IWebhookFunctions;
	const body: IDataObject = eventWith([signal(CHARGE, { value, unit: 'percent' })], vehicleId);
	const event = parseEvent({
		eventId: `${vehicleId}-${value}`,
		eventType: 'VEHICLE_STATE',
		...body,
	});
	await processor.judgeDelivery.call(context, event, waiting);
	return response;
}

test('an event of a vehicle does not wait for a workflow whose sender has hung up, since n8n may never tell how it ended', async () => {
	const processor = await startProcess();
	const first = await deliver(processor, 'other', 30);
	first.end();
	// Lets the wait for its report end.
	await new Promise((resolve) => setImmediate(resolve));

	const unanswered = await deliver(processor, 'v', 19);
	unanswered.close();

	expect(unanswered.writableEnded).toBe(false);
	await expect(deliver(processor, 'v', 18)).resolves.toBeInstanceOf(Response);
}, 5_000);
