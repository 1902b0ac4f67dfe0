import { callStoreWithRetries, type StoreTimers } from '../storeCall';
import { UnconfirmedMarks } from './unconfirmedMarks';

/** Calls to n8n's deduplication store of a workflow. Each call reads and rewrites the whole list. */
export interface MarkCalls {
	/** Records marks, and returns those that were not in the store yet. */
	record(marks: string[]): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
	/** Whether other processes may use the store at the same moment, as in queue mode. */
	isShared: boolean;
}

interface Request {
	calls: MarkCalls;
	marks: string[];
	reject: (cause: unknown) => void;
}

interface RecordRequest extends Request {
	/** What this process knows of the marks, in their order. It can be newer than the store. */
	known: Array<boolean | undefined>;
	resolve: (newMarks: Set<string>) => void;
}

interface RemoveRequest extends Request {
	resolve: () => void;
}

/** Between two rounds. Random, so that two processes do not overwrite each other's changes all the time. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 200;

/**
 * The marks of one workflow (see `Marks`). The store reads and writes without a lock, so a process
 * makes one call at a time: rounds of one call that records and one that removes, which executions
 * share. See docs/contributing/n8n-facts.md#deduplication-store.
 *
 * Other processes can overwrite what this one has changed. If there may be any, rounds have pauses
 * between them, and follow each other until the store has kept all changes.
 */
export class MarkStore {
	private records: RecordRequest[] = [];

	private removals: RemoveRequest[] = [];

	private readonly unconfirmed: UnconfirmedMarks;

	/** Set while rounds are made. */
	private rounds: Promise<void> | undefined;

	/** Settles once the next round may begin. */
	private pause: Promise<void> | undefined;

	constructor(private readonly timers: StoreTimers & { now?: () => number }) {
		this.unconfirmed = new UnconfirmedMarks(timers.now);
	}

	/** Records marks. @returns those that are new @throws Error if the store fails */
	async record(calls: MarkCalls, marks: string[]): Promise<Set<string>> {
		if (marks.length === 0) return new Set();
		const known = marks.map((mark) => this.unconfirmed.isRecorded(mark));
		if (calls.isShared) this.unconfirmed.add(marks, true);
		return await new Promise((resolve, reject) => {
			this.records.push({ calls, marks, known, resolve, reject });
			this.rounds ??= this.makeRounds(calls);
		});
	}

	/** Removes marks. @throws Error if the store fails */
	async remove(calls: MarkCalls, marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		if (calls.isShared) this.unconfirmed.add(marks, false);
		await new Promise<void>((resolve, reject) => {
			this.removals.push({ calls, marks, resolve, reject });
			this.rounds ??= this.makeRounds(calls);
		});
	}

	private async makeRounds(calls: MarkCalls): Promise<void> {
		while (this.records.length > 0 || this.removals.length > 0 || !this.unconfirmed.isEmpty) {
			await this.pause;
			await this.recordAll(calls);
			// Lets the executions that now know their new marks ask for removals.
			await this.timers.sleep(0);
			await this.removeAll(calls);
			if (calls.isShared) {
				const pauseMs = MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
				this.pause = this.timers.sleep(pauseMs);
			}
		}
		this.rounds = undefined;
	}

	private async recordAll({ record }: MarkCalls): Promise<void> {
		const requests = this.records;
		this.records = [];
		const again = this.unconfirmed.toRecord();
		const marks = [...new Set([...requests.flatMap((request) => request.marks), ...again])];
		if (marks.length === 0) return;
		const answer = await callStoreWithRetries(async () => await record(marks), this.timers);
		if ('error' in answer) return requests.forEach(({ reject }) => reject(answer.error));
		const missing = new Set(answer.isRetry ? marks : answer.result);
		if (again.length > 0) this.unconfirmed.confirm(missing);
		for (const { marks: wanted, known, resolve } of requests) {
			// Deleted, so that of several executions that record a mark only the first one finds it new.
			const isNew = wanted.map((mark, index) => missing.delete(mark) && known[index] !== true);
			resolve(new Set(wanted.filter((_, index) => isNew[index] || known[index] === false)));
		}
	}

	private async removeAll({ remove }: MarkCalls): Promise<void> {
		const requests = this.removals;
		this.removals = [];
		const marks = new Set([
			...requests.flatMap((request) => request.marks),
			...this.unconfirmed.toRemove(),
		]);
		if (marks.size === 0) return;
		const answer = await callStoreWithRetries(async () => await remove([...marks]), this.timers);
		for (const { resolve, reject } of requests)
			if ('error' in answer) reject(answer.error);
			else resolve();
	}
}
