import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import * as n8nWorkflow from 'n8n-workflow';
import * as zod from 'zod';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { AcceptedEvent } from '../../../../../nodes/SmartcarTrigger/event/types';
import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import type * as judgeDelivery from '../../../../../nodes/SmartcarTrigger/conditions/judgeDelivery';
import type * as judgeExecution from '../../../../../nodes/SmartcarTrigger/conditions/judgeExecution';
import * as webhookReply from '../../../../../nodes/SmartcarTrigger/webhookReply';
import { parameters } from '../events';

/** The row of n8n's database that holds the marks of a workflow. It outlives a restart. */
export class Row {
	marks: string[] = [];

	broken = false;

	private guard() {
		if (this.broken) throw new Error('database is locked');
	}

	async checkProcessedAndRecord(
		items: string[],
		_scope: string,
		{ maxEntries }: { maxEntries: number },
	) {
		this.guard();
		const before = new Set(this.marks);
		await Promise.resolve();
		const added = items.filter((item) => !before.has(item));
		this.marks = [...before, ...new Set(added)].slice(-maxEntries);
		return { new: added, processed: items.filter((item) => before.has(item)) };
	}

	async removeProcessed(items: string[]) {
		this.guard();
		await Promise.resolve();
		this.marks = this.marks.filter((mark) => !items.includes(mark));
	}
}

const TRIGGER = '../../../../../nodes/SmartcarTrigger';

/**
 * The functions of the trigger with module variables of their own, as in a new process. Modules
 * without variables are shared, since they take long to load.
 */
export async function startProcess() {
	// Without pauses between the attempts to use a store that fails.
	jest.doMock('n8n-workflow', () => ({ ...n8nWorkflow, sleep: async () => undefined }));
	jest.doMock('zod', () => zod);
	jest.doMock(`${TRIGGER}/webhookReply`, () => webhookReply);
	let functions: (typeof judgeDelivery & typeof judgeExecution) | undefined;
	await jest.isolateModulesAsync(async () => {
		functions = {
			...(await import(`${TRIGGER}/conditions/judgeDelivery`)),
			...(await import(`${TRIGGER}/conditions/judgeExecution`)),
		};
	});
	if (!functions) throw new Error('The modules were not loaded');
	return functions;
}

export type Process = Awaited<ReturnType<typeof startProcess>>;

export interface DeliveryOptions {
	/** By default the workflow succeeds. */
	workflow?: 'succeeds' | 'fails';
	eventId?: string;
}

/** An n8n in which one published workflow begins with a Smartcar Trigger. */
export class SimulatedN8n {
	/** The lines of n8n's log. */
	readonly log: string[] = [];

	/** How many executions were started. */
	executions = 0;

	constructor(
		private readonly changes: IDataObject,
		readonly row = new Row(),
		private process = startProcess(),
	) {}

	/** Kills n8n and starts it again. */
	restart(): void {
		this.process = startProcess();
	}

	/** Unpublishes the workflow and publishes it again. */
	async publishAgain(): Promise<void> {
		(await this.process).forgetConditions.call(this.context('webhook'));
	}

	private context(mode: string, response = new EventEmitter()) {
		const logLine = (message: string) => void this.log.push(message);
		return {
			getWorkflow: () => ({ id: 'wf' }),
			getNode: () => ({ id: 'trigger' }),
			getMode: () => mode,
			getResponseObject: () => response,
			logger: { warn: logLine, info: logLine, debug: logLine, error: logLine },
			helpers: this.row,
		} as unknown as IWebhookFunctions & IExecuteFunctions;
	}

	/** Delivers an event. Resolves to the items of the execution that it starts, if any. */
	async deliver(body: IDataObject, { workflow = 'succeeds' }: DeliveryOptions = {}) {
		const process = await this.process;
		const settings = parameters(this.changes);
		const response = Object.assign(new EventEmitter(), {
			closed: false,
			writableFinished: false,
			statusCode: 0,
		});
		const close = (statusCode: number) => {
			Object.assign(response, { closed: true, writableFinished: true, statusCode });
			response.emit('close');
		};
		const event = parseEvent({ eventId: randomUUID(), eventType: 'VEHICLE_STATE', ...body });
		const context = this.context('webhook', response);
		let accepted: AcceptedEvent;
		try {
			const flags = await process.judgeDelivery.call(context, event, settings);
			accepted = { event, flags: JSON.parse(JSON.stringify(flags)) };
		} catch (thrown) {
			if (!(thrown instanceof webhookReply.WebhookReply)) throw thrown;
			close(200);
			return [];
		}
		this.executions++;
		if (settings.options.acknowledge === 'onReceived') close(200);
		const [met] = await process.judgeExecution.call(context, [accepted], [true], settings);
		if (settings.options.acknowledge === 'lastNode')
			close(workflow === 'fails' && met?.length ? 500 : 200);
		// Lets what waits for the end of the response run.
		await new Promise((resolve) => setImmediate(resolve));
		return met ?? [];
	}
}

let clock = Date.UTC(2026, 10, 1);

/** A signal of a vehicle, newer than the one before. */
export const signal = (
	code: string,
	body: IDataObject,
	changes: IDataObject = {},
): IDataObject => ({
	code,
	body,
	meta: { oemUpdatedAt: (clock += 1_000) },
	...changes,
});

/** An event with these signals. */
export const eventWith = (signals: IDataObject[], vehicleId = 'v-1', meta: IDataObject = {}) => ({
	data: {
		vehicle: { id: vehicleId, make: 'TESLA', model: 'Model 3', year: 2021 },
		signals,
	},
	meta,
});
