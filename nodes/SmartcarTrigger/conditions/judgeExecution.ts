import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { timeLimit } from '../../shared/timeLimit';
import type { AcceptedEvent, ConditionCheck, SmartcarEvent } from '../event/types';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { isOlder, orderAfter, type EventOrder } from './conditionMemory';
import { isAwaited, judgementKey, reportJudgements, type Judgement } from './conditionReports';
import { isJudged } from './judgeDelivery';
import { eventMark, firesAfter, firesByMarks, markPrefix, marksFor, type Marks } from './marks';
import { MarkStore, type MarkCalls } from './markStore';
import { observe, type Observation, type Value } from './observe';
import { unusableLogger } from './unusableLogger';

/** A condition that an event has met. */
export interface MetCondition {
	observation: Observation;
	previousValue?: Value;
}

/** How many marks n8n's store keeps for a workflow. It drops the oldest beyond that. See `Marks`. */
export const MAX_MARKS = 100_000;

/** By workflow: n8n keeps the marks of all its triggers in one list. */
const stores = new Map<string, MarkStore>();

function storeFor(workflowId: string): MarkStore {
	const existing = stores.get(workflowId);
	if (existing) return existing;
	const created = new MarkStore({ sleep, callLimit: timeLimit });
	stores.set(workflowId, created);
	return created;
}

/** One execution at a time judges an event of a vehicle. */
const mutex = new KeyedMutex();

/** The order of the last event that this process judged, by mark prefix. */
const lastJudged = new BoundedMap<EventOrder>({
	maxEntries: 200_000,
});

/** A condition that an event may meet. */
interface Candidate {
	observation: Observation;
	/** What the delivery knew. Undefined in a test run. */
	check: ConditionCheck | undefined;
	/** The beginning of the condition's marks in the store. */
	prefix: string;
}

function findCandidates(
	this: IExecuteFunctions,
	{ event, flags }: AcceptedEvent,
	{ conditions }: TriggerParameters,
): Candidate[] {
	const checks = flags.conditions;
	const byKey = new Map(
		checks?.map((check) => [judgementKey(check.condition, check.place), check]),
	);
	return observe(event, conditions, unusableLogger.call(this)).flatMap((observation) => {
		const { condition, place } = observation;
		const check = byKey.get(judgementKey(condition.id, place));
		// The delivery has found that this observation changes nothing.
		if (checks !== undefined && check === undefined) return [];
		const prefix = markPrefix(triggerKey(this), condition.id, event.vehicle.id ?? '', place);
		return [{ observation, check, prefix }];
	});
}

function markCalls(this: IExecuteFunctions, isShared: boolean): MarkCalls {
	const options = { mode: 'entries' as const, maxEntries: MAX_MARKS };
	return {
		isShared,
		record: async (marks) => {
			const result = await this.helpers.checkProcessedAndRecord(marks, 'workflow', options);
			return result.new.map(String);
		},
		remove: async (marks) => await this.helpers.removeProcessed(marks, 'workflow', options),
	};
}

/**
 * Whether this process has judged a later event of the vehicle. Otherwise remembers this one. Only for
 * queue mode: without it the delivery has checked the order.
 */
function isLate(event: SmartcarEvent, { observation, prefix }: Candidate): boolean {
	const last = lastJudged.get(prefix);
	if (last !== undefined && isOlder(event, observation, last)) return true;
	lastJudged.set(prefix, orderAfter(event, observation, last));
	return false;
}

/**
 * The marks of a candidate. If Smartcar is answered when the workflow finishes, an event that fires a
 * condition is marked too: Smartcar sends it again if the workflow fails.
 */
function marksOf(
	{ observation, prefix }: Candidate,
	{ eventId }: SmartcarEvent,
	{ options }: TriggerParameters,
): Marks {
	const marks = marksFor(observation, prefix);
	if (options.acknowledge !== 'lastNode' || marks.record.length === 0) return marks;
	return { ...marks, record: [...marks.record, eventMark(prefix, eventId)] };
}

/**
 * Whether a value fires a condition. The state that the delivery knew comes before the store, which can
 * have failed to record it. If neither can tell, the value counts as a change.
 * @param newMarks the marks that were not in the store yet, or undefined if the store failed
 */
function fires(
	{ observation, check, prefix }: Candidate,
	{ record }: Marks,
	newMarks: ReadonlySet<string> | undefined,
): boolean {
	if (check?.known !== undefined) return firesAfter(observation, check.known);
	return newMarks ? firesByMarks(observation, prefix, newMarks) : record.length > 0;
}

/**
 * Decides with n8n's store whether an event meets its conditions, and records their states there.
 * Reports the result to the delivery, if that was handled in this process.
 */
async function judgeEvent(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	parameters: TriggerParameters,
): Promise<MetCondition[]> {
	const { event } = accepted;
	const isDeliveryHere = isAwaited.call(this, event.eventId);
	const release = await mutex.acquire(`${triggerKey(this)} ${event.vehicle.id ?? ''}`);
	const candidates = findCandidates
		.call(this, accepted, parameters)
		.filter(
			(candidate) =>
				candidate.observation.state !== undefined && (isDeliveryHere || !isLate(event, candidate)),
		)
		.map((candidate) => ({ ...candidate, marks: marksOf(candidate, event, parameters) }));

	const store = storeFor(String(this.getWorkflow().id));
	const calls = markCalls.call(this, !isDeliveryHere);
	const warn = (cause: unknown) =>
		this.logger.warn(
			"Smartcar Trigger could not use n8n's deduplication store, so a condition may start the workflow again",
			{ cause: String(cause) },
		);
	const added = await store.record(
		calls,
		candidates.flatMap(({ marks }) => marks.record),
		warn,
	);

	const fired = new Set<Candidate>();
	const marksToRemove: string[] = [];
	for (const candidate of candidates) {
		const { prefix, marks } = candidate;
		const newMarks = new Set(marks.record.filter((mark) => added?.has(mark) ?? true));
		const firedBy = eventMark(prefix, event.eventId);
		// The event has fired the condition before, but the workflow failed.
		const isRetry = marks.record.includes(firedBy) && !newMarks.delete(firedBy);
		const isMet = isRetry || fires(candidate, marks, added && newMarks);
		if (isMet) fired.add(candidate);
		else if (marks.record.includes(firedBy)) marksToRemove.push(firedBy);
		// If no mark is new, the state is the same as before, and the marks to remove are gone already.
		if (isMet || newMarks.size > 0 || marks.record.length === 0)
			marksToRemove.push(...marks.remove);
	}
	const isRemoved = await store.remove(calls, marksToRemove, warn);
	release();
	const judgements = candidates.map((candidate): Judgement => ({
		key: judgementKey(candidate.observation.condition.id, candidate.observation.place),
		state: candidate.observation.state ?? '',
		saved: added !== undefined && isRemoved,
		fired: fired.has(candidate),
	}));
	reportJudgements.call(this, event.eventId, judgements);
	return [...fired].map(({ observation, check }) => ({
		observation,
		previousValue: check?.previousValue,
	}));
}

/**
 * The conditions that an event meets in a test run, or when somebody retries an execution. A test run
 * knows no earlier value, so *Changes* and *Every* are not met in it.
 */
function judgeWithoutStore(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	parameters: TriggerParameters,
): MetCondition[] {
	return findCandidates.call(this, accepted, parameters).flatMap(({ observation, check }) => {
		const isMet = firesAfter(observation, check?.known ?? '');
		const isFirstValue = check === undefined && observation.state !== 'fired';
		return isMet && !isFirstValue ? [{ observation, previousValue: check?.previousValue }] : [];
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
