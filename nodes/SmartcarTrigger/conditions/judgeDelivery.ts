import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed } from '../delivery/onResponseClosed';
import { eventChoice } from '../event/filter';
import type { ConditionCheck, EventFlags, SmartcarEvent } from '../event/types';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { ignored } from '../webhookReply';
import {
	ConditionMemory,
	isOlder,
	orderAfter,
	type Remembered,
	type VehicleMemory,
} from './conditionMemory';
import { judgementKey, onJudgements, spaceExecutions, type Judgement } from './conditionReports';
import { observe, type Observation } from './observe';
import { unusableLogger } from './unusableLogger';

/** By trigger. */
const memories = new Map<string, ConditionMemory>();
const mutex = new KeyedMutex();

type TriggerContext = Pick<IHookFunctions, 'getWorkflow' | 'getNode'>;

/**
 * Called when a workflow is published: this process does not know what happened before. n8n's store
 * keeps the states, and the next execution asks it.
 */
export function forgetConditions(this: TriggerContext): void {
	memories.delete(triggerKey(this));
}

function memoryFor(context: TriggerContext, { conditions }: TriggerParameters): ConditionMemory {
	const trigger = triggerKey(context);
	const existing = memories.get(trigger);
	if (existing) return existing;
	const created = new ConditionMemory(conditions.length);
	memories.set(trigger, created);
	return created;
}

/** Whether an event is compared with the conditions. */
export const isJudged = (event: SmartcarEvent, { events, conditions }: TriggerParameters) =>
	events.includes('CONDITION_MET') &&
	conditions.length > 0 &&
	eventChoice(event) === 'VEHICLE_STATE';

/** An observation that an execution has to decide on, and what this process knows of it. */
interface Undecided {
	observation: Observation;
	/** From `judgementKey`. */
	key: string;
	before: Remembered | undefined;
}

/** Whether the value is sure to leave the state as it is, so that no execution has to ask the store. */
function keepsState({ state, condition }: Observation, known: Remembered | undefined): boolean {
	if (state === undefined) return true;
	if (known?.state === undefined || !known.saved) return false;
	if (condition.rule.when === 'every') return Number(state) <= Number(known.state);
	return state === known.state;
}

/** Drops the observations that are out of order, or that change nothing and are only remembered. */
function findUndecided(
	event: SmartcarEvent,
	observations: Observation[],
	memory: VehicleMemory,
): Undecided[] {
	return observations.flatMap((observation) => {
		const key = judgementKey(observation.condition.id, observation.place);
		const before = memory.get(key);
		if (before !== undefined && isOlder(event, observation, before)) return [];
		if (!keepsState(observation, before)) return [{ observation, key, before }];
		const after = { value: observation.value, ...orderAfter(event, observation, before) };
		// Changed in place: a new object for each value keeps V8's garbage collection busy.
		if (before === undefined) memory.set(key, { state: undefined, saved: false, ...after });
		else Object.assign(before, after);
		return [];
	});
}

const toCheck = ({ observation, before }: Undecided): ConditionCheck => ({
	condition: observation.condition.id,
	place: observation.place,
	...(before?.state !== undefined && { known: before.state }),
	...(before?.value !== undefined && { previousValue: before.value }),
});

/** The state after the workflow has failed: as before, so that the condition fires again. */
function afterFailure({ observation, before }: Undecided): Pick<Remembered, 'state' | 'saved'> {
	const { when } = observation.condition.rule;
	// No digest is empty, and for *Every* an empty count is 0, so the next value fires.
	const notFired = when === 'changes' || when === 'every' ? '' : 'armed';
	return { state: before?.state ?? notFired, saved: false };
}

function remember(
	memory: VehicleMemory,
	event: SmartcarEvent,
	undecided: Undecided[],
	stateFor: (entry: Undecided) => Pick<Remembered, 'state' | 'saved'>,
): void {
	for (const entry of undecided) {
		memory.set(entry.key, {
			...stateFor(entry),
			value: entry.observation.value,
			...orderAfter(event, entry.observation, entry.before),
		});
	}
}

/**
 * Compares an event with what this process knows about the conditions of its vehicle. An event that
 * changes nothing ends here. For any other event, the execution decides: see `judgeExecution`.
 *
 * The events of a vehicle are handled one at a time: the next one waits until the execution has
 * reported. In queue mode executions do not report, so this process knows nothing, and each event
 * starts an execution.
 * @returns the conditions that the execution has to decide on
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function judgeDelivery(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<Pick<EventFlags, 'conditions'>> {
	if (!isJudged(event, parameters)) return {};
	const observations = observe(event, parameters.conditions, unusableLogger.call(this));
	const vehicleId = event.vehicle.id ?? '';
	const release = await mutex.acquire(`${triggerKey(this)} ${vehicleId}`);
	const memory = memoryFor(this, parameters).of(vehicleId);
	const undecided = findUndecided(event, observations, memory);
	if (undecided.length === 0) {
		release();
		if (parameters.events.includes('VEHICLE_STATE')) return { conditions: [] };
		throw ignored(event.eventId, 'no condition was met');
	}

	let judgements: Judgement[] | undefined;
	const waitForReport = onJudgements.call(this, event.eventId, (reported) => {
		judgements = reported;
	});
	onResponseClosed(this.getResponseObject(), (acknowledged) => {
		const hasFailed = !acknowledged && parameters.options.acknowledge === 'lastNode';
		const finish = () => {
			const byKey = new Map(judgements?.map((judgement) => [judgement.key, judgement]));
			const judged = undecided.filter(({ key }) => byKey.has(key));
			remember(memory, event, judged, (entry) => {
				const judgement = byKey.get(entry.key);
				if (hasFailed && judgement?.fired) return afterFailure(entry);
				return { state: judgement?.state, saved: judgement?.saved ?? false };
			});
			release();
		};
		// Usually n8n has stored no execution, so there is no report to wait for. If the sender hung up, n8n
		// may have stored one. Then the sender sends the event again, and that delivery gets to the next
		// lines, after which only n8n's store decides.
		if (!acknowledged && judgements === undefined) return finish();
		// Until the execution has reported, only n8n's store knows the states.
		if (judgements === undefined)
			remember(memory, event, undecided, () => ({ state: undefined, saved: false }));
		return void waitForReport().then(finish);
	});
	await spaceExecutions();
	return { conditions: undecided.map(toCheck) };
}
