import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { getOrCreate } from '../../shared/getOrCreate';
import { errorsAreJudged } from '../event/filter';
import type { AcceptedEvent, ConditionCheck, SmartcarEvent, VehicleError } from '../event/types';
import { reportExecution, type Judgement } from '../executionReports';
import { hashOf } from '../hashOf';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { isOlder, orderAfter, orderOf, type EventOrder } from './conditionMemory';
import { EventMarks } from './eventMarks';
import {
	canFire,
	eventMark,
	firesAfter,
	firesByMarks,
	ignoresFirstValue,
	isBelowStoredCount,
	isError,
	isFirstCount,
	isLowerCount,
	judgementKey,
	marksFor,
	type AnyObservation,
	type Marks,
} from './marks';
import { MarkStore, type MarkRow } from './markStore';
import type { Observation, Value } from './observe';
import { isComparedWithConditions, observeEvent } from './observeEvent';
import { unsavedStatesOf } from './unsavedStates';

/** A condition that an event has met. */
export interface MetCondition {
	observation: Observation;
	previousValue?: Value;
}

/** What the trigger emits of an event that was judged. */
export interface EventResult {
	/** The conditions that the event meets. Undefined if they do not judge it. */
	met?: MetCondition[];
	/** The errors whose state has changed. Undefined if all errors are emitted. */
	changedErrors?: VehicleError[];
}

/** How many marks n8n's store keeps for a workflow. It drops the oldest beyond that. See `Marks`. */
export const MAX_MARKS = 100_000;

/** By workflow, since n8n keeps the marks of all its triggers in one list. */
const stores = new Map<string, MarkStore>();

const storeFor = (workflowId: string) =>
	getOrCreate(stores, workflowId, () => new MarkStore({ sleep, callLimit: sleep }));

/** By workflow. */
const eventMarks = new Map<string, EventMarks>();

/** By trigger and vehicle. */
const mutex = new KeyedMutex();

/** By mark prefix, the order of the last event that this process judged. */
const lastJudged = new BoundedMap<EventOrder>({ maxEntries: 200_000 });

/** A condition that an event may meet, or an error that may have changed. */
interface Candidate {
	observation: AnyObservation;
	/** What the delivery knew. Undefined in a test run. */
	check: ConditionCheck | undefined;
	/** The beginning of the marks in n8n's store, for this condition or error at this place of the vehicle. */
	prefix: string;
	/** The state before the event, if this process knows it. */
	known: string | undefined;
	/** See `ConditionCheck`. */
	isLate: boolean;
}

interface MarkedCandidate extends Candidate {
	marks: Marks;
	/** Whether the event has fired the condition before, and the store failed to record that. */
	hasFiredUnsaved: boolean;
}

function findCandidates(
	this: IExecuteFunctions,
	{ event, flags }: AcceptedEvent,
	observations: AnyObservation[],
): Candidate[] {
	const checks = flags.conditions;
	const byKey = new Map(
		checks?.map((check) => [judgementKey(check.condition, check.place), check]),
	);
	return observations.flatMap<Candidate>((observation) => {
		const { condition, place } = observation;
		const check = byKey.get(judgementKey(condition.id, place));
		// The delivery has found that this observation changes nothing.
		if (checks !== undefined && check === undefined) return [];
		const prefix = hashOf(triggerKey(this), condition.id, event.vehicle.id ?? '', place);
		return [{ observation, check, prefix, known: check?.known, isLate: check?.isLate === true }];
	});
}

function markRow(this: IExecuteFunctions, isShared: boolean): MarkRow {
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

/** Whether this process has judged a later event. For queue mode: without it the delivery has checked the order. */
function isJudgedLate(event: SmartcarEvent, { observation, prefix }: Candidate): boolean {
	const order = orderOf(event, observation);
	const latest = lastJudged.get(prefix);
	if (isOlder(order, latest)) return true;
	const after = orderAfter(order, latest);
	if (after !== undefined) lastJudged.set(prefix, after);
	return false;
}

/** Finds the candidates that are late. Leaves those of them out that cannot have failed before. */
function flagLate(
	{ event, isFromElsewhere = false }: AcceptedEvent,
	candidates: Candidate[],
	{ options }: TriggerParameters,
): Candidate[] {
	return candidates.flatMap((candidate) => {
		const { observation, known } = candidate;
		const isLate =
			candidate.isLate ||
			(isFromElsewhere && isJudgedLate(event, candidate)) ||
			(known !== undefined && isLowerCount(observation, known));
		const mayHaveFailed = options.acknowledge === 'lastNode' && canFire(observation);
		return isLate && !mayHaveFailed ? [] : [{ ...candidate, isLate }];
	});
}

/**
 * The marks of a candidate. With *When the Workflow Finishes* an event that fires a condition is marked, too:
 * Smartcar sends it again if the workflow fails. Of an event that is late only this mark counts.
 */
function marksOf(
	{ observation, prefix, known, isLate }: Candidate,
	{ eventId }: SmartcarEvent,
	{ options }: TriggerParameters,
): Marks {
	if (isLate) return { record: [], keptIfFired: [eventMark(prefix, eventId)], remove: [] };
	const marks = marksFor(observation, prefix, known);
	if (options.acknowledge !== 'lastNode' || marks.record.length === 0) return marks;
	return { ...marks, keptIfFired: [...marks.keptIfFired, eventMark(prefix, eventId)] };
}

/**
 * Whether an observation fires. The state that this process knows comes before what the store says, which may
 * have failed to record it. If neither can tell, the observation counts as a change.
 * @param newMarks the marks that were not in the store yet, or undefined if the store failed
 */
function fires(
	{ observation, known, prefix, isLate }: Candidate,
	{ record }: Marks,
	newMarks: ReadonlySet<string> | undefined,
): boolean {
	// `decide` has found no mark of an earlier run of the event, unless the store failed.
	if (isLate) return newMarks === undefined;
	const byState = known === undefined ? undefined : firesAfter(observation, known);
	if (byState !== undefined) return byState;
	return newMarks ? firesByMarks(observation, prefix, newMarks) : record.length > 0;
}

/** What becomes of a candidate. */
interface Decision {
	candidate: MarkedCandidate;
	isMet: boolean;
	/** Whether the state in n8n's store stays as it is, because a later event has set it. */
	keepsStoredState: boolean;
	/** The marks that no longer hold. */
	marksToRemove: string[];
}

/** @param added the recorded marks that were not in the store yet, or undefined if the store failed */
function decide(
	candidate: MarkedCandidate,
	{ eventId }: SmartcarEvent,
	added: ReadonlySet<string> | undefined,
): Decision {
	const { observation, prefix, marks, check, isLate } = candidate;
	const isAdded = (mark: string) => added?.has(mark) ?? true;
	const newMarks = new Set(marks.record.filter(isAdded));
	const newMarksIfFired = marks.keptIfFired.filter(isAdded);
	const markOfEvent = eventMark(prefix, eventId);
	// The event has fired the condition before, but the workflow failed.
	const hasFired = !isAdded(markOfEvent) || (isLate && candidate.hasFiredUnsaved);
	const isRetry = marks.keptIfFired.includes(markOfEvent) && hasFired;
	// The event recorded these marks together with its own mark. So a later event has removed them since.
	if (isRetry && newMarks.size > 0) {
		const marksToRemove = [...newMarks, ...newMarksIfFired];
		return { candidate, isMet: true, keepsStoredState: true, marksToRemove };
	}
	if (added && isBelowStoredCount(observation, prefix, newMarks)) {
		const marksToRemove = [...newMarks, ...newMarksIfFired];
		return { candidate, isMet: false, keepsStoredState: true, marksToRemove };
	}
	const isMet = isRetry || fires(candidate, marks, added && newMarks);
	const marksToRemove = isMet ? [] : newMarksIfFired;
	// If no mark is new, the state is the same as before, so an earlier event has removed the others.
	const isChange = isMet || newMarks.size > 0 || marks.record.length === 0;
	const isFirst = added !== undefined && isFirstCount(observation, prefix, newMarks);
	if (isChange && !isFirst) marksToRemove.push(...marks.remove);
	// Smartcar will send the failed event again, which is not to fire any more.
	if (isMet && check?.replacedEventId !== undefined)
		marksToRemove.push(eventMark(prefix, check.replacedEventId));
	return { candidate, isMet, keepsStoredState: isLate, marksToRemove };
}

/**
 * Decides with n8n's store which candidates fire, and records their states there. Only one execution at
 * a time may do so for a vehicle.
 */
async function judgeWithStore(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	allCandidates: Candidate[],
	parameters: TriggerParameters,
): Promise<{ fired: Candidate[]; judgements: Judgement[] }> {
	const { event, isFromElsewhere = false } = accepted;
	const workflowId = String(this.getWorkflow().id);
	const marksOfEvents = getOrCreate(eventMarks, workflowId, () => new EventMarks());
	const unsavedStates = unsavedStatesOf(this);
	const withState = allCandidates
		.filter(({ observation }) => observation.state !== undefined)
		.map((candidate) => ({
			...candidate,
			known: candidate.known ?? unsavedStates.get(candidate.prefix),
		}));
	const candidates = flagLate(accepted, withState, parameters).map((candidate) => ({
		...candidate,
		marks: marksOf(candidate, event, parameters),
		hasFiredUnsaved: marksOfEvents.isUnsaved(eventMark(candidate.prefix, event.eventId)),
	}));
	if (candidates.length === 0) return { fired: [], judgements: [] };

	const store = storeFor(workflowId);
	const row = markRow.call(this, isFromElsewhere);
	const warn = (cause: unknown): undefined => {
		this.logger.warn(
			"Smartcar Trigger could not use n8n's deduplication store, so a condition or an error may start the workflow again",
			{ cause: String(cause) },
		);
	};
	const marksToRecord = candidates.flatMap(({ marks }) => [...marks.record, ...marks.keptIfFired]);
	const vehicle = hashOf(triggerKey(this), event.vehicle.id ?? '');
	const recorded = await store.record(row, marksToRecord, vehicle).catch(warn);
	const decideAll = (added: ReadonlySet<string> | undefined) =>
		candidates.map((candidate) =>
			// What a failed attempt may have recorded says nothing about an earlier run of the event, or
			// about an earlier value.
			decide(
				candidate,
				event,
				recorded?.isUncertain && (candidate.isLate || ignoresFirstValue(candidate.observation))
					? undefined
					: added,
			),
		);
	const decisions = decideAll(recorded?.newMarks);
	// Before the confirmation, which takes time: the next event of the vehicle must not find these marks.
	const marksToRemove = [
		...decisions.flatMap((decision) => decision.marksToRemove),
		...marksOfEvents.takeExpired(),
	];
	const mayFail = parameters.options.acknowledge === 'lastNode';
	if (mayFail)
		marksOfEvents.add(
			decisions
				.filter(({ isMet }) => isMet)
				.map(({ candidate }) => eventMark(candidate.prefix, event.eventId)),
			{ isSaved: recorded !== undefined },
		);
	const isRemoved = await store
		.remove(row, marksToRemove, vehicle)
		.then(() => true)
		.catch(warn);
	// Decides again without the marks that another worker has recorded at the same moment.
	const confirmed =
		recorded && decisions.some(({ isMet }) => isMet)
			? decideAll(await recorded.confirm())
			: decisions;
	const fired = new Set(confirmed.filter(({ isMet }) => isMet).map(({ candidate }) => candidate));
	const isSaved = recorded !== undefined && isRemoved === true;
	const judgements = decisions.flatMap(({ candidate, keepsStoredState }): Judgement[] => {
		if (keepsStoredState) return [];
		const { condition, place, state } = candidate.observation;
		if (isSaved || isFromElsewhere || state === undefined) unsavedStates.delete(candidate.prefix);
		// If the workflow fails, the event has to fire again.
		else if (!mayFail || !fired.has(candidate)) unsavedStates.set(candidate.prefix, state);
		return [
			{
				key: judgementKey(condition.id, place),
				savedState: isSaved ? state : undefined,
				fired: fired.has(candidate),
			},
		];
	});
	return { fired: [...fired], judgements };
}

/**
 * Whether a candidate fires in a test run, or when somebody retries an execution. A test run knows no
 * earlier value, so *Changes* and *Every* do not fire in it.
 */
function firesWithoutStore({ observation, check, known = '' }: Candidate): boolean {
	if (check === undefined && ignoresFirstValue(observation)) return false;
	return firesAfter(observation, known) ?? true;
}

/** What the trigger emits of an event for the candidates that have fired. */
function toResult(
	event: SmartcarEvent,
	parameters: TriggerParameters,
	fired: Candidate[],
): EventResult {
	if (isComparedWithConditions(event, parameters)) {
		const met = fired.flatMap(({ observation, check }) =>
			isError(observation) ? [] : [{ observation, previousValue: check?.previousValue }],
		);
		return { met };
	}
	if (!parameters.onlyOnChange) return {};
	const changed = new Set(
		fired.map(({ observation }) => (isError(observation) ? observation.error : undefined)),
	);
	return { changedErrors: event.errors.filter((error) => changed.has(error)) };
}

async function judgeEvent(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	isNew: boolean,
	parameters: TriggerParameters,
): Promise<EventResult> {
	const { event } = accepted;
	const mode = this.getMode();
	const observations = observeEvent.call(this, event, parameters);
	const candidates = findCandidates.call(this, accepted, observations ?? []);
	if (mode !== 'webhook') {
		// A test run shows all errors.
		if (observations === undefined || (mode === 'manual' && errorsAreJudged(event, parameters)))
			return {};
		return toResult(event, parameters, candidates.filter(firesWithoutStore));
	}
	const { fired, judgements } =
		isNew && candidates.length > 0
			? await mutex.runExclusive(
					`${triggerKey(this)} ${event.vehicle.id ?? ''}`,
					async () => await judgeWithStore.call(this, accepted, candidates, parameters),
				)
			: { fired: [], judgements: [] };
	reportExecution.call(this, event.eventId, { isNew, judgements });
	return observations === undefined ? {} : toResult(event, parameters, fired);
}

/**
 * Finds the conditions that the events of an execution meet, and the errors that have changed. Reports
 * to the deliveries of the events, if this process has received them.
 * @param isNew for each event, false if it is a duplicate
 */
export async function judgeExecution(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	isNew: boolean[],
	parameters: TriggerParameters,
): Promise<EventResult[]> {
	return await Promise.all(
		events.map(
			async (accepted, index) =>
				await judgeEvent.call(this, accepted, isNew[index] === true, parameters),
		),
	);
}
