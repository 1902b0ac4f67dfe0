import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { timeLimit } from '../../shared/timeLimit';
import { triggerKey } from '../triggerKey';

/** What an execution found out about a condition of the event's vehicle. */
export interface Judgement {
	/** The condition and its place, as `judgementKey` writes them. */
	key: string;
	/** The state that the condition has now. */
	state: string;
	/** Whether n8n's store knows that state. */
	saved: boolean;
	/** Whether the execution has emitted an item for it. */
	fired: boolean;
}

type Listener = (judgements: Judgement[]) => void;

/** An execution asks n8n's store within some hundred milliseconds, if it runs in this process. */
const MAX_WAIT_MS = 2_000;

/** Longer than a worker takes to begin an execution, if it has a free slot. */
const SPACING_MS = 500;

const listeners = new BoundedMap<Listener>({ maxEntries: 10_000, maxAgeMs: 60_000 });

/** In queue mode executions run in workers, so a webhook processor never gets a report. */
let executionsRun: 'here' | 'elsewhere' | 'unknown' = 'unknown';

type Context = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

const keyOf = (context: Context, eventId: string) => `${triggerKey(context)} ${eventId}`;

/**
 * Waits where executions do not run in this process, or may not. There two workers can begin the
 * executions of a vehicle in the wrong order, so they must not be stored right after each other.
 */
export async function spaceExecutions(): Promise<void> {
	if (executionsRun !== 'here') await sleep(SPACING_MS);
}

/** The condition and the place of an observation. */
export const judgementKey = (conditionId: string, place: string) => `${conditionId} ${place}`;

/** Whether the delivery of an event waits in this process for its execution. */
export function isAwaited(this: Context, eventId: string): boolean {
	return listeners.has(keyOf(this, eventId));
}

/** Tells `webhook()` what the execution of an event decided. Does nothing in another process. */
export function reportJudgements(this: Context, eventId: string, judgements: Judgement[]): void {
	const key = keyOf(this, eventId);
	listeners.get(key)?.(judgements);
	listeners.delete(key);
}

/**
 * Calls back when the execution of an event reports.
 * @returns waits for the report. Where executions run in other processes it does not wait. Until
 * that is known, one delivery waits two seconds.
 */
export function onJudgements(
	this: Context,
	eventId: string,
	callback: Listener,
): () => Promise<void> {
	const reported = new Promise<void>((resolve) =>
		listeners.set(keyOf(this, eventId), (judgements) => {
			executionsRun = 'here';
			callback(judgements);
			resolve();
		}),
	);
	return async () => {
		if (executionsRun === 'elsewhere') return;
		const late = timeLimit(MAX_WAIT_MS).then(() => {
			if (executionsRun === 'unknown') executionsRun = 'elsewhere';
		});
		await Promise.race([reported, late]);
	};
}
