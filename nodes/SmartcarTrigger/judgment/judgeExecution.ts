import type { IExecuteFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../shared/getOrCreate';
import { judgedBy } from '../event/judgedBy';
import type { AcceptedEvent, SmartcarEvent } from '../event/types';
import { vehicleKey } from '../event/vehicleKey';
import { reportExecution, type JudgedState } from '../executionReports';
import { hashOf } from '../../shared/hashOf';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { findCandidates, flagOrDropLate, type Candidate } from './candidates';
import { comparesWithPrevious } from '../conditions/condition';
import {
	candidateMarks,
	decide,
	firesWithoutStore,
	type Decision,
	type MarkedCandidate,
} from './decide';
import { EventMarks } from './eventMarks';
import { NOT_JUDGED, type EventResult, type JudgedEvent } from '../conditions/eventResult';
import { eventMark, markPrefix } from './marks/markNames';
import { markRow } from './markStore/markRow';
import { MarkStore, type RecordedMarks } from './markStore/markStore';
import { conditionKey, isErrorObservation, type AnyObservation } from './anyObservation';
import { observeEvent } from './observeEvent';
import { isRetriedOnFailure } from '../isRetriedOnFailure';
import { unsavedStatesOf } from './unsavedStates';
import { VehicleMark } from './vehicleMark';
import { warnOfStoreFailure } from '../log';

/** By workflow, since n8n keeps the marks of all its triggers in one list. */
const stores = new Map<string, MarkStore>();

const storeFor = (workflowId: string) => getOrCreate(stores, workflowId, () => new MarkStore());

/** By workflow, like the stores. */
const eventMarksByWorkflow = new Map<string, EventMarks>();

const eventMarksFor = (workflowId: string) =>
	getOrCreate(eventMarksByWorkflow, workflowId, () => new EventMarks());

/** By trigger and vehicle. */
const mutex = new KeyedMutex();

/**
 * Adds the state before and the marks to the candidates. Leaves out those that have no new state,
 * and late ones that cannot be retries.
 */
function withMarks(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	candidates: Candidate[],
	parameters: TriggerParameters,
): MarkedCandidate[] {
	const { event } = accepted;
	const eventMarks = eventMarksFor(String(this.getWorkflow().id));
	const unsavedStates = unsavedStatesOf(this);
	const withState = candidates
		.filter(({ observation }) => observation.state !== undefined)
		.map((candidate) => ({
			...candidate,
			knownState: candidate.knownState ?? unsavedStates.get(candidate.prefix),
		}));
	return flagOrDropLate(accepted, withState, parameters).map((candidate) => ({
		...candidate,
		marks: candidateMarks(candidate, event, parameters),
		hasFiredUnsaved: eventMarks.isUnsaved(eventMark(candidate.prefix, event.eventId)),
	}));
}

/**
 * Keeps the states that n8n's store failed to save, and forgets those that it has saved or that
 * other processes may have changed.
 * @param mayKeep whether the store has failed, and no other process may change the states
 */
function updateUnsavedStates(
	this: IExecuteFunctions,
	changed: Candidate[],
	fired: ReadonlySet<Candidate>,
	mayKeep: boolean,
	parameters: TriggerParameters,
): void {
	const unsavedStates = unsavedStatesOf(this);
	for (const candidate of changed) {
		const { state } = candidate.observation;
		// If the workflow fails, the event has to fire once more. So the state before it stays.
		const mayFireAgain = isRetriedOnFailure(parameters) && fired.has(candidate);
		if (!mayKeep || state === undefined) unsavedStates.delete(candidate.prefix);
		else if (!mayFireAgain) unsavedStates.set(candidate.prefix, state);
	}
}

/** Decides about all candidates. @param recorded undefined if the store failed */
function decideAll(
	candidates: MarkedCandidate[],
	event: SmartcarEvent,
	vehicleMark: VehicleMark,
	recorded: Pick<RecordedMarks, 'newMarks' | 'isUncertain'> | undefined,
): Decision[] {
	const newMarks = recorded && vehicleMark.withLeftovers(recorded.newMarks);
	return candidates.map((candidate) => {
		// If the store failed at first, that attempt may have recorded a mark. So the mark proves
		// neither an earlier run of the event nor an earlier value.
		const needsProof = candidate.isLate || comparesWithPrevious(candidate.observation.condition);
		return decide(candidate, event, recorded?.isUncertain && needsProof ? undefined : newMarks);
	});
}

const firedCandidates = (decisions: Decision[]): MarkedCandidate[] =>
	decisions.filter(({ fires }) => fires).map(({ candidate }) => candidate);

function vehicleMarkOf(
	this: IExecuteFunctions,
	event: SmartcarEvent,
	observations: AnyObservation[],
	candidates: MarkedCandidate[],
	{ conditions }: TriggerParameters,
): VehicleMark {
	const [trigger, vehicle] = [triggerKey(this), vehicleKey(event)];
	return new VehicleMark(hashOf(trigger, vehicle), {
		observations,
		candidates,
		conditions,
		prefixOf: ({ id }, place) => markPrefix(trigger, vehicle, id, place),
	});
}

/**
 * Remembers the marks of the event for the conditions that it has fired, so that they are removed
 * once Smartcar no longer retries it.
 * @param isSaved whether n8n's store has recorded them
 */
function rememberEventMarks(
	eventMarks: EventMarks,
	{ eventId }: SmartcarEvent,
	fired: Candidate[],
	isSaved: boolean,
): void {
	const marks = fired.map(({ prefix }) => eventMark(prefix, eventId));
	eventMarks.add(marks, { isSaved });
}

/** What the delivery is to remember. @param isSaved whether n8n's store has the states */
const toJudgedStates = (
	changed: Candidate[],
	fired: ReadonlySet<Candidate>,
	isSaved: boolean,
): JudgedState[] =>
	changed.map((candidate) => {
		const { condition, place, state } = candidate.observation;
		const savedState = isSaved ? state : undefined;
		return { key: conditionKey(condition.id, place), savedState, fired: fired.has(candidate) };
	});

/**
 * Decides with n8n's store which candidates fire, and records their states there. Only one
 * execution at a time may do so for a vehicle.
 */
async function judgeWithStore(
	this: IExecuteFunctions,
	accepted: AcceptedEvent,
	observations: AnyObservation[],
	allCandidates: Candidate[],
	parameters: TriggerParameters,
): Promise<{ fired: Candidate[]; judgedStates: JudgedState[] }> {
	const { event, isFromOtherProcess = false } = accepted;
	const candidates = withMarks.call(this, accepted, allCandidates, parameters);
	if (candidates.length === 0) return { fired: [], judgedStates: [] };

	const workflowId = String(this.getWorkflow().id);
	const store = storeFor(workflowId);
	const row = markRow.call(this, isFromOtherProcess);
	const vehicleMark = vehicleMarkOf.call(this, event, observations, candidates, parameters);
	const warn = (cause: unknown): undefined => {
		const consequence = 'a condition or an error may start the workflow again';
		warnOfStoreFailure.call(this, consequence, cause);
	};
	const marksToRecord = [
		...candidates.flatMap(({ marks }) => [...marks.record, ...marks.keptIfFired]),
		...vehicleMark.toRecord,
	];
	const recorded = await store
		.record(row, marksToRecord, vehicleMark.vehicleHash, vehicleMark.probes)
		.catch(warn);
	const decisions = decideAll(candidates, event, vehicleMark, recorded);

	const eventMarks = eventMarksFor(workflowId);
	const marksToRemove = [
		...decisions.flatMap((decision) => decision.marksToRemove),
		...eventMarks.takeExpired(),
	];
	if (isRetriedOnFailure(parameters))
		rememberEventMarks(eventMarks, event, firedCandidates(decisions), recorded !== undefined);
	// Begins before marks are removed, because only from now on lost marks are recorded again.
	const confirmation = decisions.some(({ fires }) => fires) ? recorded?.confirm() : undefined;
	// Ends before the confirmation does, which takes time: the vehicle's next event must not find
	// these marks.
	const isRemoved = await vehicleMark
		.cleanUp(store, row, marksToRemove, recorded)
		.then(() => true)
		.catch(warn);
	// Decides again, without the marks that another worker has recorded at the same moment.
	const finalDecisions =
		recorded && confirmation
			? decideAll(candidates, event, vehicleMark, { ...recorded, newMarks: await confirmation })
			: decisions;
	const fired = new Set<Candidate>(firedCandidates(finalDecisions));

	const isSaved = recorded !== undefined && isRemoved === true;
	const changed = decisions
		.filter(({ keepsStoredState }) => !keepsStoredState)
		.map(({ candidate }) => candidate);
	const mayKeep = !isSaved && !isFromOtherProcess;
	updateUnsavedStates.call(this, changed, fired, mayKeep, parameters);
	return { fired: [...fired], judgedStates: toJudgedStates(changed, fired, isSaved) };
}

/** What the trigger emits for an event whose candidates have fired, if any. */
function toResult(
	event: SmartcarEvent,
	parameters: TriggerParameters,
	fired: Candidate[],
): EventResult {
	if (judgedBy(event, parameters) === 'conditions') {
		const met = fired.flatMap(({ observation, check }) =>
			isErrorObservation(observation) ? [] : [{ observation, previousValue: check?.previousValue }],
		);
		return { judgedBy: 'conditions', met };
	}
	if (!parameters.onlyOnChange) return NOT_JUDGED;
	const changed = new Set(
		fired.map(({ observation }) =>
			isErrorObservation(observation) ? observation.error : undefined,
		),
	);
	const changedErrors = event.errors.filter((error) => changed.has(error));
	return { judgedBy: 'errors', changedErrors };
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
	// In a test run, or when somebody retries an execution.
	if (mode !== 'webhook') {
		// A test run shows all errors.
		if (
			observations === undefined ||
			(mode === 'manual' && judgedBy(event, parameters) === 'errors')
		)
			return NOT_JUDGED;
		return toResult(event, parameters, candidates.filter(firesWithoutStore));
	}
	const { fired, judgedStates } =
		isNew && candidates.length > 0
			? await mutex.runExclusive(
					`${triggerKey(this)} ${vehicleKey(event)}`,
					async () =>
						await judgeWithStore.call(this, accepted, observations ?? [], candidates, parameters),
				)
			: { fired: [], judgedStates: [] };
	reportExecution.call(this, event.eventId, { isNew, judgedStates });
	return observations === undefined ? NOT_JUDGED : toResult(event, parameters, fired);
}

/**
 * Finds the conditions that the events of an execution meet, and the errors that have changed.
 * Reports to the deliveries of the events, if this process has received them.
 * @param newEvents those that are no duplicates
 */
export async function judgeExecution(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	newEvents: ReadonlySet<AcceptedEvent>,
	parameters: TriggerParameters,
): Promise<JudgedEvent[]> {
	return await Promise.all(
		events.map(async (accepted) => ({
			accepted,
			result: await judgeEvent.call(this, accepted, newEvents.has(accepted), parameters),
		})),
	);
}
