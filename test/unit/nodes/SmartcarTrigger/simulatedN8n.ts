import { randomUUID } from 'node:crypto';
import * as n8nWorkflow from 'n8n-workflow';
import * as zod from 'zod';
import type { IDataObject } from 'n8n-workflow';
import type { AcceptedEvent } from '../../../../nodes/SmartcarTrigger/event/types';
import type * as judgeDelivery from '../../../../nodes/SmartcarTrigger/judgment/judgeDelivery';
import type * as judgeExecution from '../../../../nodes/SmartcarTrigger/judgment/judgeExecution';
import {
	NOT_JUDGED,
	type EventResult,
} from '../../../../nodes/SmartcarTrigger/conditions/eventResult';
import type * as deduplicateDelivery from '../../../../nodes/SmartcarTrigger/deduplication/deduplicateDelivery';
import type * as deduplicateExecution from '../../../../nodes/SmartcarTrigger/deduplication/deduplicateExecution';
import { filterEvent } from '../../../../nodes/SmartcarTrigger/event/filterEvent';
import type * as executionReports from '../../../../nodes/SmartcarTrigger/executionReports';
import type * as outOfOrder from '../../../../nodes/SmartcarTrigger/outOfOrder';
import * as webhookReply from '../../../../nodes/SmartcarTrigger/webhookReply';
import { eventFrom } from '../../../support/eventFrom';
import { eventLoopTurn } from '../../../support/eventLoopTurn';
import { parameters } from './events';
import { FakeResponse, triggerContext } from './triggerContext';

type Scope = 'node' | 'workflow';

/**
 * n8n's deduplication store: the events of a trigger, and the marks of its workflow. It outlives a
 * restart.
 */
export class SimulatedStore {
	readonly entries: Record<Scope, string[]> = { node: [], workflow: [] };

	/** Whether all calls fail. */
	isBroken = false;

	/** How many of the next calls fail. */
	failingCalls = 0;

	/** The message of the error with which calls fail. */
	failure = 'database is locked';

	private throwIfFailing() {
		if (this.isBroken || this.failingCalls-- > 0) throw new Error(this.failure);
	}

	async checkProcessedAndRecord(
		items: string[],
		scope: Scope,
		{ maxEntries }: { maxEntries: number },
	) {
		this.throwIfFailing();
		const before = new Set(this.entries[scope]);
		await Promise.resolve();
		const added = items.filter((item) => !before.has(item));
		this.entries[scope] = [...before, ...new Set(added)].slice(-maxEntries);
		return { new: added, processed: items.filter((item) => before.has(item)) };
	}

	async removeProcessed(items: string[], scope: Scope) {
		this.throwIfFailing();
		await Promise.resolve();
		this.entries[scope] = this.entries[scope].filter((entry) => !items.includes(entry));
	}
}

/** No pauses between the attempts to use a store that fails. */
const sleep = async () => {};

const TRIGGER = '../../../../nodes/SmartcarTrigger';

/**
 * Loads functions of the trigger with module variables of their own, as in a new process. Modules
 * without variables are shared, since they take long to load.
 */
export async function loadIsolated<Functions>(
	load: () => Promise<Functions>,
	usedWorkflow: object = n8nWorkflow,
): Promise<Functions> {
	jest.doMock('n8n-workflow', () => usedWorkflow);
	jest.doMock('zod', () => zod);
	jest.doMock(`${TRIGGER}/webhookReply`, () => webhookReply);
	let functions: Functions | undefined;
	await jest.isolateModulesAsync(async () => {
		functions = await load();
	});
	if (!functions) throw new Error('The modules were not loaded');
	return functions;
}

type TriggerFunctions = typeof executionReports &
	typeof outOfOrder &
	typeof judgeDelivery &
	typeof judgeExecution &
	typeof deduplicateDelivery &
	typeof deduplicateExecution;

/**
 * The functions of the trigger, as in a new process.
 * @param usedSleep in place of n8n's `sleep`
 */
export async function startProcess(
	usedSleep: (milliseconds: number) => Promise<void> = sleep,
): Promise<TriggerFunctions> {
	return await loadIsolated<TriggerFunctions>(
		async () => ({
			...(await import(`${TRIGGER}/executionReports`)),
			...(await import(`${TRIGGER}/outOfOrder`)),
			...(await import(`${TRIGGER}/judgment/judgeDelivery`)),
			...(await import(`${TRIGGER}/judgment/judgeExecution`)),
			...(await import(`${TRIGGER}/deduplication/deduplicateDelivery`)),
			...(await import(`${TRIGGER}/deduplication/deduplicateExecution`)),
		}),
		{ ...n8nWorkflow, sleep: usedSleep },
	);
}

export type Process = Awaited<ReturnType<typeof startProcess>>;

interface DeliveryOptions {
	/** By default the workflow succeeds. */
	workflow?: 'succeeds' | 'fails';
	/**
	 * By default the sender waits for the response. n8n also stores the event of one that hangs up.
	 */
	sender?: 'waits' | 'hangsUp';
	/** False if n8n cannot store the execution and answers 500. */
	isStored?: boolean;
	/** Parameters for which an expression gives another result in the execution. */
	executionChanges?: IDataObject;
	/** What happens while the workflow runs, after the trigger. */
	meanwhile?: () => Promise<unknown>;
}

/** An n8n in which one published workflow begins with a Smartcar Trigger. */
export class SimulatedN8n {
	/** The lines of n8n's log. */
	readonly log: string[] = [];

	/** How many executions were started. */
	executions = 0;

	/** Whether n8n fails to write its log, as on a full disk. */
	logIsBroken = false;

	constructor(
		private readonly changes: IDataObject,
		readonly store = new SimulatedStore(),
		private process = startProcess(),
	) {}

	/** Kills n8n and starts it again. */
	restart(process = startProcess()): void {
		this.process = process;
	}

	/** Unpublishes the workflow and publishes it again. */
	async publishAgain(): Promise<void> {
		(await this.process).forgetStates.call(this.context());
	}

	private context(response = new FakeResponse()) {
		const logLine = (message: string) => {
			if (this.logIsBroken) throw new Error('disk full');
			this.log.push(message);
		};
		return triggerContext({
			getResponseObject: () => response,
			logger: { warn: logLine, info: logLine, debug: logLine, error: logLine },
			helpers: this.store,
		});
	}

	/** Delivers an event. Resolves to the conditions that it meets. */
	async deliver(body: IDataObject, options?: DeliveryOptions) {
		const result = await this.run(body, options);
		return result.judgedBy === 'conditions' ? result.met : [];
	}

	/** Delivers an event. Resolves to the errors that the workflow gets. */
	async deliverErrors(body: IDataObject, options?: DeliveryOptions) {
		const result = await this.run(body, options);
		return result.judgedBy === 'errors' ? result.changedErrors : [];
	}

	/**
	 * Handles a delivery with the stages of `webhook()` and `execute()` from the filters on, in the
	 * same order, without *Out-of-Order Events* and *Combine Events*. The tests in test/workflow run
	 * the node itself. Resolves to what the trigger emits.
	 */
	private async run(
		body: IDataObject,
		{
			workflow = 'succeeds',
			sender = 'waits',
			isStored = true,
			executionChanges,
			meanwhile,
		}: DeliveryOptions = {},
	): Promise<EventResult> {
		const process = await this.process;
		const settings = parameters(this.changes);
		const executionSettings = parameters({ ...this.changes, ...executionChanges });
		const response = new FakeResponse();
		const respond = (statusCode: number) => {
			if (response.writableEnded) return;
			response.statusCode = statusCode;
			response.end();
		};
		const event = eventFrom({ eventId: randomUUID(), eventType: 'VEHICLE_STATE', ...body });
		const context = this.context(response);
		let accepted: AcceptedEvent;
		try {
			filterEvent(event, settings);
			await process.deduplicateDelivery.call(context, event, settings);
			const flags = await process.judgeDelivery.call(context, event, settings);
			accepted = { event, flags: JSON.parse(JSON.stringify(flags)) };
		} catch (thrown) {
			if (!(thrown instanceof webhookReply.WebhookReply)) throw thrown;
			respond(200);
			return NOT_JUDGED;
		}
		if (sender === 'hangsUp') response.close();
		if (!isStored) {
			respond(500);
			return NOT_JUDGED;
		}
		this.executions++;
		if (settings.options.acknowledge === 'onReceived') respond(200);
		const { newEvents } = await process.deduplicateExecution.call(
			context,
			[accepted],
			executionSettings,
		);
		const [judged] = await process.judgeExecution
			.call(context, [accepted], newEvents, executionSettings)
			.catch((cause: unknown) => {
				respond(500);
				throw cause;
			});
		await meanwhile?.();
		const result = judged?.result ?? NOT_JUDGED;
		const emitsItems =
			(result.judgedBy === 'conditions' && result.met.length > 0) ||
			(result.judgedBy === 'errors' && result.changedErrors.length > 0);
		if (settings.options.acknowledge === 'lastNode')
			respond(workflow === 'fails' && emitsItems ? 500 : 200);
		// Lets what waits for the end of the response run.
		await eventLoopTurn();
		return newEvents.has(accepted) ? result : NOT_JUDGED;
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
