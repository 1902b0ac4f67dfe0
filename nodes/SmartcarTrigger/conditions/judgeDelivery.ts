import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed } from '../delivery/onResponseClosed';
import { eventChoice } from '../event/filter';
import type { ConditionCheck, EventFlags, SmartcarEvent } from '../event/types';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { ignored } from '../webhookReply';
import { createConditionMemory, isOlder, latestOrder, type Remembered } from './conditionMemory';
import { judgementKey, onJudgements, type Judgement } from './conditionReports';
import { onUnusable } from './logUnusable';
import { observe, type Observation } from './observe';

const memory = createConditionMemory();
const mutex = new KeyedMutex();

/** A number for each activation of a trigger. Part of the keys, so that an activation knows nothing. */
const activations = new Map<string, number>();
let lastActivation = 0;

type TriggerContext = Pick<IHookFunctions, 'getWorkflow' | 'getNode'>;

/** What happened while the workflow was not published is unknown. n8n's store still knows it. */
export function forgetConditions(this: TriggerContext): void {
	activations.set(triggerKey(this), ++lastActivation);
}

function activationOf(context: TriggerContext): number {
	const trigger = triggerKey(context);
	const activation = activations.get(trigger) ?? ++lastActivation;
	activations.set(trigger, activation);
	return activation;
}

/** Whether an event is judged by the conditions. */
export const isJudged = (event: SmartcarEvent, { events, conditions }: TriggerParameters) =>
	events.includes('CONDITION_MET') &&
	conditions.length > 0 &&
	eventChoice(event) === 'VEHICLE_STATE';

/** An observation that an execution has to decide on, and what this process knows of it. */
interface Undecided {
	observation: Observation;
	memoryKey: string;
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
	keyOf: (observation: Observation) => string,
): Undecided[] {
	return observations.flatMap((observation) => {
		const memoryKey = keyOf(observation);
		const before = memory.get(memoryKey);
		if (before !== undefined && isOlder(event, observation, before)) return [];
		if (!changesNothing(observation, before)) return [{ observation, memoryKey, before }];
		memory.set(memoryKey, {
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
	event: SmartcarEvent,
	undecided: Undecided[],
	stateFor: (entry: Undecided) => Pick<Remembered, 'state' | 'saved'>,
): void {
	for (const entry of undecided) {
		memory.set(entry.memoryKey, {
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
): Promise<Pick<EventFlags, 'conditions' | 'receivedAt'>> {
	if (!isJudged(event, parameters)) return {};
	const receivedAt = Date.now();
	const observations = observe(event, parameters.conditions, onUnusable.call(this));
	const vehicle = `${activationOf(this)} ${event.vehicle.id ?? ''}`;
	const release = await mutex.acquire(vehicle);
	const undecided = findUndecided(
		event,
		observations,
		({ condition, place }) => `${vehicle} ${judgementKey(condition.id, place)}`,
	);
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
			const judged = undecided.filter(({ observation: { condition, place } }) =>
				byKey.has(judgementKey(condition.id, place)),
			);
			remember(event, judged, (entry) => {
				const { condition, place } = entry.observation;
				const judgement = byKey.get(judgementKey(condition.id, place));
				if (failed && judgement?.fired) return afterFailure(entry);
				return { state: judgement?.state, saved: judgement?.saved ?? false };
			});
			release();
		};
		// Nothing was stored, so there is no execution to wait for. If there is, the store decides next.
		if (!acknowledged && judgements === undefined) return apply();
		// Until the execution has reported, only n8n's store can tell.
		if (judgements === undefined)
			remember(event, undecided, () => ({ state: undefined, saved: false }));
		return void waitForReport().then(apply);
	});
	return { conditions: undecided.map(toCheck), receivedAt };
}
