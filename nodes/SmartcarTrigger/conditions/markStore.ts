import { KeyedMutex } from '../keyedMutex';
import { callStoreWithRetries, type StoreTimers } from '../storeCall';

/** Calls to n8n's deduplication store of a workflow. Each call reads and rewrites the whole list. */
export interface MarkCalls {
	/** Records marks, and returns those that were not in the store yet. */
	record(marks: string[]): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
}

/** One call to the store for several executions. */
interface SharedCall {
	kind: 'record' | 'remove';
	marks: Set<string>;
	/** The marks that were new. All are new after a retry. Undefined if the store failed. */
	done: Promise<Set<string> | undefined>;
}

/**
 * The marks of one workflow (see `Marks`). The store reads and writes without a lock, so a process
 * makes one call at a time, in the order of the requests. Executions that wait for the same kind of
 * call share it. See docs/contributing/n8n-facts.md#deduplication-store.
 */
export class MarkStore {
	private readonly mutex = new KeyedMutex();

	/** The call that waits to begin, so that more marks can be added to it. */
	private pending: SharedCall | undefined;

	constructor(private readonly timers: StoreTimers) {}

	/**
	 * Records marks.
	 * @returns those that are new, or undefined if the store failed
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
		kind: SharedCall['kind'],
		calls: MarkCalls,
		marks: string[],
		onFailure: (cause: unknown) => void,
	): SharedCall {
		if (this.pending?.kind === kind) {
			for (const mark of marks) this.pending.marks.add(mark);
			return this.pending;
		}
		const allMarks = new Set(marks);
		const shared: SharedCall = {
			kind,
			marks: allMarks,
			done: this.mutex.runExclusive('', async () => {
				if (this.pending === shared) this.pending = undefined;
				return await this.call(kind, calls, [...allMarks], onFailure);
			}),
		};
		this.pending = shared;
		return shared;
	}

	private async call(
		kind: SharedCall['kind'],
		calls: MarkCalls,
		marks: string[],
		onFailure: (cause: unknown) => void,
	): Promise<Set<string> | undefined> {
		const done = await callStoreWithRetries(
			async () =>
				kind === 'record' ? await calls.record(marks) : await calls.remove(marks).then(() => []),
			this.timers,
			onFailure,
		);
		return done && new Set(done.isRetry ? marks : done.result);
	}
}
