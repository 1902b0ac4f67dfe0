import { KeyedMutex } from '../keyedMutex';

/** n8n's deduplication store, in the scope of the workflow. Both rewrite one list as a whole. */
export interface MarkCalls {
	/** Records marks, and returns those that were not there. */
	record(marks: string[]): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
}

interface Timers {
	sleep: (milliseconds: number) => Promise<void>;
	/** The time that a call may take. */
	callLimit: (milliseconds: number) => Promise<void>;
}

/** Two processes that write the first row at once clash. The second attempt finds that row. */
const MAX_ATTEMPTS = 3;

/** Between two attempts. */
const RETRY_PAUSE_MS = 250;

/** A call that takes longer has failed. It is not tried again, since it may still be running. */
const CALL_LIMIT_MS = 10_000;

class CallLimitError extends Error {}

/** One call to the store, for the executions that waited for it. */
interface Group {
	kind: 'record' | 'remove';
	marks: Set<string>;
	/** The marks that were not there, or undefined if the store failed. */
	done: Promise<Set<string> | undefined>;
}

/**
 * The marks of one workflow. The store reads and writes without a lock, so the calls of a process go
 * one at a time, in the order in which they were asked for. Executions that wait for the same kind of
 * call share it. See docs/contributing/n8n-facts.md#deduplication-store.
 */
export class MarkStore {
	private readonly mutex = new KeyedMutex();

	/** The group that the next request can still join. */
	private open: Group | undefined;

	constructor(private readonly timers: Timers) {}

	/**
	 * Records marks.
	 * @returns those that were not there, or undefined if the store failed
	 */
	async record(
		calls: MarkCalls,
		marks: string[],
		onFailure: (cause: unknown) => void,
	): Promise<Set<string> | undefined> {
		if (marks.length === 0) return new Set();
		const { done } = this.join('record', calls, marks, onFailure);
		const added = await done;
		// Deleted, so that of several executions that record a mark only the first one finds it new.
		return added && new Set(marks.filter((mark) => added.delete(mark)));
	}

	/** Removes marks. @returns whether the store did it */
	async remove(
		calls: MarkCalls,
		marks: string[],
		onFailure: (cause: unknown) => void,
	): Promise<boolean> {
		if (marks.length === 0) return true;
		const { done } = this.join('remove', calls, marks, onFailure);
		return (await done) !== undefined;
	}

	private join(
		kind: Group['kind'],
		calls: MarkCalls,
		marks: string[],
		onFailure: (cause: unknown) => void,
	): Group {
		if (this.open?.kind === kind) {
			for (const mark of marks) this.open.marks.add(mark);
			return this.open;
		}
		const waiting = new Set(marks);
		const group: Group = {
			kind,
			marks: waiting,
			done: this.mutex.acquire('').then(async (release) => {
				if (this.open === group) this.open = undefined;
				const added = await this.call(kind, calls, [...waiting], onFailure);
				release();
				return added;
			}),
		};
		this.open = group;
		return group;
	}

	private async call(
		kind: Group['kind'],
		calls: MarkCalls,
		marks: string[],
		onFailure: (cause: unknown) => void,
	): Promise<Set<string> | undefined> {
		for (let attempt = 1; ; attempt++) {
			try {
				const added = await this.withLimit(
					kind === 'record' ? calls.record(marks) : calls.remove(marks).then(() => []),
				);
				// A failed attempt may have recorded the marks, so after one the answer tells nothing.
				return new Set(attempt > 1 ? marks : added);
			} catch (cause) {
				if (attempt < MAX_ATTEMPTS && !(cause instanceof CallLimitError)) {
					await this.timers.sleep(RETRY_PAUSE_MS);
					continue;
				}
				onFailure(cause);
				return undefined;
			}
		}
	}

	private async withLimit<Result>(call: Promise<Result>): Promise<Result> {
		return await Promise.race([
			call,
			this.timers.callLimit(CALL_LIMIT_MS).then(() => {
				throw new CallLimitError(`no answer within ${CALL_LIMIT_MS / 1_000} seconds`);
			}),
		]);
	}
}
