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
	latestOrder,
	type Remembered,
	type VehicleMemory,
} from './conditionMemory';
import { judgementKey, onJudgements, spaceExecutions, type Judgement } from './conditionReports';
import { onUnusable } from './logUnusable';
import { observe, type Observation } from './observe';

/** One for each published trigger. */
const memories = new Map<string, ConditionMemory>();
const mutex = new KeyedMutex();

type TriggerContext = Pick<IHookFunctions, 'getWorkflow' | 'getNode'>;

/** What happened while the workflow was not published is unknown. n8n's store still knows it. */
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

/** Whether an event is judged by the conditions. */
export const isJudged = (event: SmartcarEvent, { events, conditions }: TriggerParameters) =>
	events.includes('CONDITION_MET') &&
	conditions.length > 0 &&
	eventChoice(event) === 'VEHICLE_STATE';

/** An observation that an execution has to decide on, and what this process knows of it. */
interface Undecided {
	observation: Observation;
	/** The condition and the place. */
	key: string;
	before: Remembered | undefined;
}

/** Whether the value surely changes nothing. Then the store need not be asked. */
function changesNothing({ state, condition }: Observation, known: Remembered | undefined): boolean {
	if (state === undefined) return true;
	if (known?.state === undefined || !known.saved) return false;
	if (condition.rule.when === 'every') return Number(state) <= Number(known.state);
	return state === known.state;
}

/** Drops the observations that change nothing, and remembers their values. */
function findUndecided(
	event: SmartcarEvent,
	observations: Observation[],
	memory: VehicleMemory,
): Undecided[] {
	return observations.flatMap((observation) => {
		const key = judgementKey(observation.condition.id, observation.place);
		const before = memory.get(key);
		if (before !== undefined && isOlder(event, observation, before)) return [];
		if (!changesNothing(observation, before)) return [{ observation, key, before }];
		memory.set(key, {
			state: before?.state,
			saved: before?.saved ?? false,
			value: observation.value,
			...latestOrder(event, observation, before),
		});
		return [];
	});
}

const toCheck = ({ observation, before }: Undecided): ConditionCheck => ({
	condition: observation.condition.id,
	place: observation.place,
	...(before?.state !== undefined && { known: before.state }),
	...(before?.value !== undefined && { previousValue: before.value }),
});

/** What a condition counts as if a workflow that it started has failed: the next event tells again. */
function afterFailure({ observation, before }: Undecided): Pick<Remembered, 'state' | 'saved'> {
	const { when } = observation.condition.rule;
	const untold = when === 'changes' || when === 'every' ? '' : 'armed';
	return { state: before?.state ?? untold, saved: false };
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
			...latestOrder(event, entry.observation, entry.before),
		});
	}
}

/**
 * Compares an event with what this process knows about the conditions of its vehicle. The execution
 * decides on those that it may change: see `judgeExecution`.
 *
 * The events of a vehicle go one at a time, until the execution has reported. In queue mode nothing is
 * reported, so nothing is known, and each event starts an execution.
 * @returns what the execution has to decide
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function judgeDelivery(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<Pick<EventFlags, 'conditions'>> {
	if (!isJudged(event, parameters)) return {};
	const observations = observe(event, parameters.conditions, onUnusable.call(this));
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
		const failed = !acknowledged && parameters.options.acknowledge === 'lastNode';
		const apply = () => {
			const byKey = new Map(judgements?.map((judgement) => [judgement.key, judgement]));
			const judged = undecided.filter(({ key }) => byKey.has(key));
			remember(memory, event, judged, (entry) => {
				const judgement = byKey.get(entry.key);
				if (failed && judgement?.fired) return afterFailure(entry);
				return { state: judgement?.state, saved: judgement?.saved ?? false };
			});
			release();
		};
		// Nothing was stored, so there is no execution to wait for. If there is, the store decides next.
		if (!acknowledged && judgements === undefined) return apply();
		// Until the execution has reported, only n8n's store can tell.
		if (judgements === undefined)
			remember(memory, event, undecided, () => ({ state: undefined, saved: false }));
		return void waitForReport().then(apply);
	});
	await spaceExecutions();
	return { conditions: undecided.map(toCheck) };
}
