import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { timeLimit } from '../../shared/timeLimit';
import type { AcceptedEvent, ConditionCheck, SmartcarEvent } from '../event/types';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { isOlder, latestOrder, type Remembered } from './conditionMemory';
import { isAwaited, judgementKey, reportJudgements, type Judgement } from './conditionReports';
import { isJudged } from './judgeDelivery';
import { onUnusable } from './logUnusable';
import { eventMark, firesAfter, firesByMarks, markPrefix, marksFor, type Marks } from './marks';
import { MarkStore, type MarkCalls } from './markStore';
import { observe, type Observation, type Value } from './observe';

/** A condition that an event has met. */
export interface MetCondition {
	observation: Observation;
	previousValue?: Value;
}

/** How many marks n8n's store keeps for a workflow. Beyond that it drops the oldest. */
export const MAX_MARKS = 100_000;

/** One for each workflow: the store keeps the marks of all its triggers in one list. */
const stores = new Map<string, MarkStore>();

function storeFor(workflowId: string): MarkStore {
	const existing = stores.get(workflowId);
	if (existing) return existing;
	const created = new MarkStore({ sleep, callLimit: timeLimit });
	stores.set(workflowId, created);
	return created;
}

/** Executions that run at the same time judge the events of a vehicle one after the other. */
const mutex = new KeyedMutex();

/** The last event that this worker judged, by mark prefix. */
const lastJudged = new BoundedMap<Pick<Remembered, 'sequence' | 'updatedAt'>>({
	maxEntries: 200_000,
});

/** An observation with what the delivery knew about it. */
interface Task {
	observation: Observation;
	check: ConditionCheck | undefined;
	prefix: string;
}

function tasksFor(
	this: IExecuteFunctions,
	{ event, flags }: AcceptedEvent,
	{ conditions }: TriggerParameters,
): Task[] {
	const checks = flags.conditions;
	const byKey = new Map(
		checks?.map((check) => [judgementKey(check.condition, check.place), check]),
	);
	return observe(event, conditions, onUnusable.call(this)).flatMap((observation) => {
		const { condition, place } = observation;
		const check = byKey.get(judgementKey(condition.id, place));
		// The delivery has found that the others change nothing.
		if (checks !== undefined && check === undefined) return [];
		const prefix = markPrefix(triggerKey(this), condition.id, event.vehicle.id ?? '', place);
		return [{ observation, check, prefix }];
	});
}

function markCalls(this: IExecuteFunctions): MarkCalls {
	const options = { mode: 'entries' as const, maxEntries: MAX_MARKS };
	return {
		record: async (marks) => {
			const result = await this.helpers.checkProcessedAndRecord(marks, 'workflow', options);
			return result.new.map(String);
		},
		remove: async (marks) => await this.helpers.removeProcessed(marks, 'workflow', options),
	};
}

/** Whether a later event of the vehicle was judged here. Only where deliveries arrive elsewhere. */
function isLate(event: SmartcarEvent, { observation, prefix }: Task): boolean {
	const last = lastJudged.get(prefix);
	if (last !== undefined && isOlder(event, observation, last)) return true;
	lastJudged.set(prefix, latestOrder(event, observation, last));
	return false;
}

/** With *When the Workflow Finishes* the event that has fired is marked too: it may come again. */
function marksOf(
	{ observation, prefix }: Task,
	{ eventId }: SmartcarEvent,
	{ options }: TriggerParameters,
): Marks {
	const marks = marksFor(observation, prefix);
	if (options.acknowledge !== 'lastNode' || marks.record.length === 0) return marks;
	return { ...marks, record: [...marks.record, eventMark(prefix, eventId)] };
}

/**
 * Decides with n8n's store whether an event meets its conditions, and keeps their states there. What
 * the delivery knows goes before the store: it can know of a change that the store failed to record.
 */
async function judgeEvent(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	parameters: TriggerParameters,
): Promise<MetCondition[]> {
	const { event } = accepted;
	const isHere = isAwaited.call(this, event.eventId);
	const release = await mutex.acquire(`${triggerKey(this)} ${event.vehicle.id ?? ''}`);
	const tasks = tasksFor
		.call(this, accepted, parameters)
		.filter((task) => task.observation.state !== undefined && (isHere || !isLate(event, task)));

	const store = storeFor(String(this.getWorkflow().id));
	const calls = markCalls.call(this);
	const warn = (cause: unknown) =>
		this.logger.warn(
			"Smartcar Trigger could not use n8n's deduplication store, so a condition may be told again",
			{ cause: String(cause) },
		);
	const marks = tasks.map((task) => marksOf(task, event, parameters));
	const added = await store.record(
		calls,
		marks.flatMap(({ record }) => record),
		warn,
	);

	const met: MetCondition[] = [];
	const remove: string[] = [];
	const fired = tasks.map((task, index) => {
		const { observation, check, prefix } = task;
		const own = marks[index] ?? { record: [], remove: [] };
		const newMarks = new Set(own.record.filter((mark) => added?.has(mark) ?? true));
		const again = eventMark(prefix, event.eventId);
		const isAgain = own.record.includes(again) && !newMarks.delete(again);
		const fires =
			check?.known !== undefined
				? firesAfter(observation, check.known)
				: added === undefined
					? own.record.length > 0
					: firesByMarks(observation, prefix, newMarks);
		const isTold = fires || isAgain;
		if (isTold) met.push({ observation, previousValue: check?.previousValue });
		else if (own.record.includes(again)) remove.push(again);
		// A value that is still the same has removed the others before.
		if (isTold || newMarks.size > 0 || own.record.length === 0) remove.push(...own.remove);
		return isTold;
	});
	const removed = await store.remove(calls, remove, warn);
	const judgements = tasks.map(({ observation }, index): Judgement => ({
		key: judgementKey(observation.condition.id, observation.place),
		state: observation.state ?? '',
		saved: added !== undefined && removed,
		fired: fired[index] ?? false,
	}));
	release();
	reportJudgements.call(this, event.eventId, judgements);
	return met;
}

/** In a test run, and when somebody retries an execution: each condition that the value meets. */
function judgeWithoutStore(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	parameters: TriggerParameters,
): MetCondition[] {
	return tasksFor.call(this, accepted, parameters).flatMap(({ observation, check }) => {
		const met = firesAfter(observation, check?.known ?? '');
		const isFirstSight = check === undefined && observation.state !== 'fired';
		return met && !isFirstSight ? [{ observation, previousValue: check?.previousValue }] : [];
	});
}

/**
 * Finds the conditions that the events of an execution meet.
 * @param isNew for each event whether it is no duplicate
 * @returns for each event the conditions that it meets, or undefined if conditions do not judge it
 */
export async function judgeExecution(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	isNew: boolean[],
	parameters: TriggerParameters,
): Promise<Array<MetCondition[] | undefined>> {
	return await Promise.all(
		events.map(async (accepted, index) => {
			if (!isJudged(accepted.event, parameters)) return undefined;
			if (this.getMode() !== 'webhook') return judgeWithoutStore.call(this, accepted, parameters);
			if (isNew[index]) return await judgeEvent.call(this, accepted, parameters);
			reportJudgements.call(this, accepted.event.eventId, []);
			return [];
		}),
	);
}
