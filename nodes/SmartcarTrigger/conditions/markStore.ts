import { callStoreWithRetries, type StoreTimers } from '../storeCall';
import { StoreTurns, type TurnTimers } from '../storeTurns';
import { currentSecond } from './judgementNotes';
import { RecentChanges, type MarkRequest } from './recentChanges';

/**
 * Calls to n8n's deduplication store of a workflow, which keeps a list of texts, here called marks. Each
 * call reads and rewrites the whole list.
 */
export interface MarkCalls {
	/** Records marks, and returns those that were not in the store yet. */
	record(marks: string[]): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
}

/** After this time most calls have ended that began before a mark was recorded. */
const CONFIRM_AFTER_MS = 400;

/** How often a process records marks that get lost. */
const MAX_ATTEMPTS = 4;

interface WaitingRecord extends MarkRequest {
	attempts: number;
	/** New marks that did not get lost. */
	kept: string[];
	resolve: (newMarks: Set<string>) => void;
	reject: (cause: unknown) => void;
}

/** A record that the store has answered. */
interface AnsweredRecord extends WaitingRecord {
	newMarks: string[];
	answeredAt: number;
}

interface WaitingRemoval extends MarkRequest {
	resolve: () => void;
	reject: (cause: unknown) => void;
}

/**
 * Records and removes the marks of one workflow (see `Marks`). The store reads and writes without a
 * lock, so a process makes one call at a time. Calls are made in rounds: one call records the marks of
 * all executions that wait, then one call removes marks. See
 * docs/contributing/n8n-facts.md#deduplication-store.
 *
 * Other processes can overwrite what this one has changed. If there may be any, each round waits for the
 * turn of this process. Two processes that call at the same moment both find a mark new, but the record of
 * one gets lost. So an execution learns which marks are new at the next turn, when it shows whose record got
 * lost. For ten seconds what gets lost later is changed again: see `RecentChanges`.
 */
export class MarkStore {
	private records: WaitingRecord[] = [];

	/** Those of the last turns that found a mark new. */
	private unconfirmed: AnsweredRecord[] = [];

	/** Those that got lost. They wait for another turn, since this one may be that of another process, too. */
	private lost: WaitingRecord[] = [];

	private removals: WaitingRemoval[] = [];

	private readonly recent: RecentChanges;

	private readonly turns: StoreTurns;

	private readonly now: () => number;

	/** Those of the latest execution, until nothing is left to do. All executions of a workflow use the same store. */
	private calls: MarkCalls | undefined;

	private isRunning = false;

	/** Whether other processes use the store, too. */
	private isShared = false;

	constructor(private readonly timers: StoreTimers & TurnTimers) {
		this.recent = new RecentChanges(timers.now);
		this.turns = new StoreTurns(timers);
		this.now = timers.now ?? (() => performance.now());
	}

	/**
	 * Records marks.
	 * @param vehicle identifies the vehicle whose conditions the execution judges
	 * @returns those that are new
	 * @throws Error if the store fails
	 */
	async record(calls: MarkCalls, marks: string[], vehicle: string): Promise<Set<string>> {
		// Other processes have to know of a judgement that only removes marks, too.
		if (marks.length === 0 && !calls.isShared) return new Set();
		const judgement = { vehicle, second: currentSecond() };
		return await new Promise((resolve, reject) => {
			this.records.push({ marks, judgement, attempts: 1, kept: [], resolve, reject });
			this.start(calls);
		});
	}

	/** Removes marks. @param vehicle as in `record()` @throws Error if the store fails */
	async remove(calls: MarkCalls, marks: string[], vehicle: string): Promise<void> {
		if (marks.length === 0) return;
		const judgement = { vehicle, second: currentSecond() };
		await new Promise<void>((resolve, reject) => {
			this.removals.push({ marks, judgement, resolve, reject });
			this.start(calls);
		});
	}

	private start(calls: MarkCalls): void {
		this.calls = calls;
		this.isShared ||= calls.isShared;
		if (!this.isRunning) void this.run();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.hasWaiting || !this.recent.isEmpty) {
			// Executions that begin at the same moment share a round.
			await this.timers.sleep(0);
			if (this.isShared) await this.turns.take(async () => await this.useTurn());
			else await this.makeRound();
		}
		this.calls = undefined;
		this.isShared = false;
		this.isRunning = false;
	}

	private get hasWaiting(): boolean {
		const { records, lost, unconfirmed, removals } = this;
		return records.length + lost.length + unconfirmed.length + removals.length > 0;
	}

	/** @returns whether there was anything to do */
	private async useTurn(): Promise<boolean> {
		if (!this.hasWaiting && !this.recent.isDue) return false;
		this.records.push(...this.lost.splice(0));
		await this.makeRound();
		// At once, before another process reads the list: one round asks whether another process has judged
		// since, the next one changes the marks again.
		for (let more = 2; more > 0 && this.recent.hasLostChanges; more--) await this.makeRound();
		return true;
	}

	private async makeRound(): Promise<void> {
		const answeredBefore = this.unconfirmed.splice(0);
		await this.recordAll();
		for (const record of answeredBefore) this.confirm(record);
		// Executions that now know which marks are new can add their removals to this round.
		await this.timers.sleep(0);
		await this.removeAll();
	}

	private async recordAll(): Promise<void> {
		const { calls } = this;
		const requests = this.records;
		this.records = [];
		const requested = [...new Set(requests.flatMap((request) => request.marks))];
		// It can be newer than the store.
		const lastActions = new Map(requested.map((mark) => [mark, this.recent.lastAction(mark)]));
		const marks = this.isShared ? this.recent.marksToRecord(requests) : requested;
		if (!calls || marks.length === 0) return;
		const outcome = await callStoreWithRetries(
			async () => await calls.record([...new Set(marks)]),
			this.timers,
		);
		if ('error' in outcome) return requests.forEach(({ reject }) => reject(outcome.error));
		// The failed attempt may have recorded them, so to the executions all marks are new.
		const missing = new Set(outcome.isRetry ? marks : outcome.result);
		this.recent.afterRecording(new Set(outcome.result));
		if (this.recent.hasFoundLoss) this.turns.onLostWrite();
		for (const request of requests) {
			const newMarks = request.marks.filter((mark) => {
				// Deleted, so that of several executions that record a mark only the first one finds it new.
				const wasMissing = missing.delete(mark);
				const lastAction = this.recent.lostAction(mark) ?? lastActions.get(mark);
				return lastAction === undefined ? wasMissing : lastAction === 'remove';
			});
			const answered = { ...request, newMarks, answeredAt: this.now() };
			if (this.isShared && newMarks.length > 0) this.unconfirmed.push(answered);
			else resolveRecord(answered);
		}
	}

	/** Tells an execution which marks are new. If some got lost, asks again: another process may have them. */
	private confirm(record: AnsweredRecord): void {
		const { newMarks, attempts, answeredAt } = record;
		const lost =
			attempts < MAX_ATTEMPTS ? newMarks.filter((mark) => this.recent.takeBack(mark)) : [];
		if (lost.length > 0) {
			const kept = [...record.kept, ...newMarks.filter((mark) => !lost.includes(mark))];
			this.lost.push({ ...record, marks: lost, kept, attempts: attempts + 1 });
		} else if (this.now() - answeredAt >= CONFIRM_AFTER_MS) resolveRecord(record);
		else this.unconfirmed.push(record);
	}

	private async removeAll(): Promise<void> {
		const { calls } = this;
		const requests = this.removals;
		this.removals = [];
		const marks = new Set(
			this.isShared
				? this.recent.marksToRemove(requests)
				: requests.flatMap((request) => request.marks),
		);
		if (!calls || marks.size === 0) return;
		const outcome = await callStoreWithRetries(
			async () => await calls.remove([...marks]),
			this.timers,
		);
		if (!('error' in outcome)) this.recent.afterRemoving();
		for (const { resolve, reject } of requests)
			if ('error' in outcome) reject(outcome.error);
			else resolve();
	}
}

const resolveRecord = ({ resolve, kept, newMarks }: AnsweredRecord): void =>
	resolve(new Set([...kept, ...newMarks]));
