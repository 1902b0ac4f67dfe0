import type { StoreTimers } from './storeCall';

/** The shortest time between two turns. In that time n8n runs about ten executions. */
export const TURN_INTERVAL_MS = 250;

/**
 * A process that has lost no write for this many turns is probably the only one with its phase. It
 * keeps the phase after one lost write, and changes it after a second one within as many turns.
 */
const PHASE_TRIAL_TURNS = 8;

/**
 * The weight of the latest turn in the usual duration of a turn, so that a single slow call does
 * not change it much.
 */
const LATEST_TURN_WEIGHT = 1 / 8;

/** When a process may call the store. */
export interface Turn {
	/** From this turn to the next one. */
	intervalMs: number;
	/** How late the turn began, because the process was busy. */
	startedLateMs: number;
}

/**
 * Decides when this process calls a row of n8n's deduplication store that other processes use, too.
 * The store reads and writes without a lock, so two calls at the same moment overwrite each other,
 * and both find the same entry new. So a process has a turn every 250 ms, or less often if calls
 * take long, and calls only then. Its phase is when within such an interval its turns come. If
 * writes get lost, the process chooses another phase. So two processes seldom call at the same
 * moment.
 */
export class StoreCallSchedule {
	/** When the latest turn began, or the next one begins while the process waits for it. */
	private lastTurnAt: number;

	private lastTurnDurationMs = 0;

	/** A moving average. */
	private usualTurnDurationMs = 0;

	/** The current turn, or else the latest one. */
	turn: Turn = { intervalMs: TURN_INTERVAL_MS, startedLateMs: 0 };

	/** How many turns with calls there were since this process last lost a write, or began. */
	private turnsSinceLoss = 0;

	/** How many turns with calls there were since this process chose its phase. */
	private turnsInPhase = 0;

	constructor(private readonly timers: Omit<StoreTimers, 'callLimit'>) {
		this.lastTurnAt = timers.now() - timers.random() * TURN_INTERVAL_MS;
	}

	/**
	 * Waits for the next turn, and then makes the calls.
	 *
	 * @param makeCalls returns whether it has made any
	 */
	async runAtNextTurn(makeCalls: () => Promise<boolean>): Promise<void> {
		const { intervalMs } = this;
		const turnsSinceLast = Math.ceil((this.timers.now() - this.lastTurnAt) / intervalMs);
		this.lastTurnAt += Math.max(1, turnsSinceLast) * intervalMs;
		await this.timers.sleep(this.lastTurnAt - this.timers.now());
		const startedAt = this.timers.now();
		this.turn = { intervalMs, startedLateMs: startedAt - this.lastTurnAt };
		if (!(await makeCalls())) return;
		this.lastTurnDurationMs = this.timers.now() - startedAt;
		this.usualTurnDurationMs +=
			(this.lastTurnDurationMs - this.usualTurnDurationMs) * LATEST_TURN_WEIGHT;
		this.turnsSinceLoss++;
		this.turnsInPhase++;
	}

	/** Whether probably no other process has the same phase. */
	get isLikelyExclusive(): boolean {
		return this.turnsInPhase >= PHASE_TRIAL_TURNS;
	}

	/**
	 * Call after a write was lost. A single loss can come from a slow call of another process. Two
	 * within `PHASE_TRIAL_TURNS` turns, or one soon after the start, mean that both have the same
	 * phase. Then this process chooses another phase at random, since the other one may do so, too.
	 */
	onLostWrite(): void {
		if (this.turnsSinceLoss < PHASE_TRIAL_TURNS) {
			// The next turn comes a quarter to three quarters of an interval from now, away from the time
			// at which both have called.
			this.lastTurnAt = this.timers.now() - this.intervalMs * (0.25 + this.timers.random() / 2);
			this.turnsInPhase = 0;
		}
		this.turnsSinceLoss = 0;
	}

	/**
	 * The time between two turns. It leaves room for the calls of other processes: it is doubled
	 * after a turn that took long, and doubled again if turns usually take long. It is not longer,
	 * since executions that wait for a turn hold a slot of the worker, and could overtake each other.
	 * It is a multiple, so if the turns of two processes did not meet before, they still do not.
	 */
	private get intervalMs(): number {
		if (this.usualTurnDurationMs > TURN_INTERVAL_MS / 2) return 4 * TURN_INTERVAL_MS;
		return this.lastTurnDurationMs > TURN_INTERVAL_MS / 4 ? 2 * TURN_INTERVAL_MS : TURN_INTERVAL_MS;
	}
}
