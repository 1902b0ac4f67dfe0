import type { StoreTimers } from './storeCall';

/** Between two turns: about the time in which n8n runs ten executions. */
export const TURN_MS = 250;

/** After this many turns without a loss, no other process is likely to call at the same moment. */
const TRIAL_TURNS = 8;

export interface ScheduleTimers extends Pick<StoreTimers, 'sleep'> {
	/** A clock in milliseconds. */
	now?: () => number;
}

/**
 * Decides when this process calls a row of n8n's deduplication store that other processes use, too. The store
 * reads and writes without a lock, so two calls at the same moment overwrite each other, and both find the
 * same entry new. So a process calls at fixed times, every 250 ms, or every 500 ms if calls take long. It chooses
 * other times if writes get lost. Then two processes seldom call at the same moment.
 */
export class StoreCallSchedule {
	/** When the latest turn begins or began. */
	private lastTurnAt: number;

	private lastTurnDurationMs = 0;

	/** How late the latest turn began, because the process was busy. */
	startedLateMs = 0;

	/** How many turns this process has taken since a write was lost. */
	private turnsSinceLoss = 0;

	/** How many turns this process has taken since it chose its times. */
	private turnsSinceNewTimes = 0;

	private readonly sleep: StoreTimers['sleep'];

	private readonly now: () => number;

	constructor({ sleep, now = () => performance.now() }: ScheduleTimers) {
		this.sleep = sleep;
		this.now = now;
		this.lastTurnAt = now() - Math.random() * TURN_MS;
	}

	/** Waits for the next turn, and makes the calls. @param makeCalls returns whether it has made any */
	async runAtNextTurn(makeCalls: () => Promise<boolean>): Promise<void> {
		const { turnMs } = this;
		this.lastTurnAt += Math.max(1, Math.ceil((this.now() - this.lastTurnAt) / turnMs)) * turnMs;
		await this.sleep(this.lastTurnAt - this.now());
		const startedAt = this.now();
		this.startedLateMs = startedAt - this.lastTurnAt;
		if (!(await makeCalls())) return;
		this.lastTurnDurationMs = this.now() - startedAt;
		this.turnsSinceLoss++;
		this.turnsSinceNewTimes++;
	}

	/** Whether no other process is likely to call at the same times. */
	get isLikelyExclusive(): boolean {
		return this.turnsSinceNewTimes >= TRIAL_TURNS;
	}

	/**
	 * Call after a write was lost. A single loss can come from a slow call of another process. Two within
	 * `TRIAL_TURNS` turns, or one in the first of them, mean that both call at the same time. Then this process
	 * chooses other times, randomly, since the other one may do so, too.
	 */
	onLostWrite(): void {
		if (this.turnsSinceLoss < TRIAL_TURNS) {
			this.lastTurnAt = this.now() - this.turnMs * (0.25 + Math.random() / 2);
			this.turnsSinceNewTimes = 0;
		}
		this.turnsSinceLoss = 0;
	}

	/**
	 * The time between two turns. It leaves room for the calls of other processes. If calls take long, it is
	 * exactly doubled: if the turns of two processes did not meet before, they still do not. It is not longer,
	 * since executions that wait for a turn hold a slot of the worker, and could overtake each other.
	 */
	private get turnMs(): number {
		return this.lastTurnDurationMs > TURN_MS / 4 ? 2 * TURN_MS : TURN_MS;
	}
}
