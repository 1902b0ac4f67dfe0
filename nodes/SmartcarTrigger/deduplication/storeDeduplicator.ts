import { BatchPause } from '../batchPause';
import { STORE_TIMERS, type StoreTimers } from '../storeCall';
import { StoreCallSchedule } from '../storeCallSchedule';
import { OwnershipResolver } from './ownershipResolver';
import { RestoringRecorder, type EventRow, type RecordResult } from './restoringRecorder';

/** The events of an execution. */
interface RecordRequest extends EventRow {
	ids: string[];
	/** The events that only one process may get. It can take a few seconds to find out which. */
	idsToConfirm: ReadonlySet<string>;
}

interface RecordedIds extends RecordResult {
	/**
	 * `newIds` without those of `idsToConfirm` that another process has got. It can take a few
	 * seconds. Never rejects.
	 */
	confirmed: Promise<string[]>;
}

/** A request of an execution, or of the `OwnershipResolver`. */
interface WaitingRequest {
	/** Of events, or markers. None only to check for lost writes. */
	ids: string[];
	row: EventRow;
	idsToConfirm: ReadonlySet<string>;
	resolve: (result: RecordedIds) => void;
}

const NOTHING_RECORDED: RecordResult = { newIds: [] };

/**
 * Recognizes duplicates across restarts and processes, with n8n's deduplication store. See
 * docs/contributing/n8n-facts.md#deduplication-store.
 *
 * At-least-once delivery, with duplicates removed:
 * - The first execution that asks for an event gets it, and it is recorded.
 * - The store rewrites one row without a lock, so a process makes one call at a time. A write that
 *   another process overwrites is restored: see `RestoringRecorder`.
 * - Two processes that ask for an event at the same moment would both get it. So in queue mode they
 *   take turns: see `StoreCallSchedule`. If a call may still have overlapped another one,
 *   `OwnershipResolver` decides which process gets the event. The execution can do other work
 *   meanwhile.
 *
 * n8n begins an execution once, so no execution asks a second time for events that it has recorded.
 * See docs/contributing/n8n-facts.md#executions-begin-once.
 *
 * A call takes longer the more IDs the store holds. So outside of queue mode there is a pause of up
 * to 250 ms between two calls, and executions that arrive meanwhile share the next one. No
 * execution waits without load.
 */
export class StoreDeduplicator {
	private waiting: WaitingRequest[] = [];

	private isRunning = false;

	/** For a store that is not shared. */
	private readonly batchPause = new BatchPause();

	private endPause = () => {};

	/**
	 * That of the latest request, until nothing is left to do. All executions of a trigger use the
	 * same row.
	 */
	private row: EventRow | undefined;

	/** For a store that is shared. */
	private readonly schedule: StoreCallSchedule;

	private readonly recorder: RestoringRecorder;

	private readonly ownership: OwnershipResolver;

	constructor(private readonly timers: StoreTimers = STORE_TIMERS) {
		this.schedule = new StoreCallSchedule(timers);
		this.recorder = new RestoringRecorder(timers);
		this.ownership = new OwnershipResolver(
			this.recorder,
			async (ids, row) => await this.enqueue(ids, row),
			timers,
		);
	}

	/** Records IDs, and finds those that no execution has had before. Never rejects. */
	async recordNew({ ids, idsToConfirm, ...row }: RecordRequest): Promise<RecordedIds> {
		return await this.enqueue(ids, row, idsToConfirm);
	}

	private async enqueue(
		ids: string[],
		row: EventRow,
		idsToConfirm: ReadonlySet<string> = new Set(),
	): Promise<RecordedIds> {
		return await new Promise((resolve) => {
			this.waiting.push({ ids, row, idsToConfirm, resolve });
			this.row = row;
			if (this.remainingPauseMs <= 0) this.endPause();
			if (!this.isRunning) void this.run();
		});
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.waiting.length > 0 || this.needsLossChecks) {
			if (this.row?.isShared) await this.schedule.runAtNextTurn(async () => await this.runTurn());
			else {
				await this.pause();
				await this.runTurn();
			}
		}
		this.row = undefined;
		this.isRunning = false;
	}

	private get needsLossChecks(): boolean {
		return this.row?.isShared === true && this.recorder.needsLossChecks;
	}

	private get remainingPauseMs(): number {
		const sinceLastMs = this.timers.now() - this.recorder.lastCallAt;
		return this.batchPause.remainingMs(this.waiting.length, sinceLastMs);
	}

	private async pause(): Promise<void> {
		const remainingMs = this.remainingPauseMs;
		if (remainingMs <= 0) return;
		await Promise.race([
			this.timers.sleep(remainingMs),
			new Promise<void>((resolve) => (this.endPause = resolve)),
		]);
	}

	/**
	 * Handles all requests that wait. If there are none, checks for lost writes.
	 * @returns whether it called the store
	 */
	private async runTurn(): Promise<boolean> {
		const { lastCallAt } = this.recorder;
		const batch = this.waiting;
		this.waiting = [];
		if (batch.length > 0) await this.processBatch(batch);
		else if (this.recorder.isLossCheckDue && this.row) await this.callStore([], this.row);
		else return false;
		const claimMarkers = this.ownership.takeClaimMarkers();
		if (claimMarkers.length > 0 && this.row) await this.callStore(claimMarkers, this.row);
		this.batchPause.onBatchEnd(batch.length, this.waiting.length);
		return this.recorder.lastCallAt !== lastCallAt;
	}

	private async processBatch(batch: WaitingRequest[]): Promise<void> {
		const ids = new Set(batch.flatMap((request) => request.ids));
		for (const id of ids) if (this.recorder.isKnown(id)) ids.delete(id);
		const row = batch[0]?.row;
		const isLossCheck = batch.some((request) => request.row.isShared && request.ids.length === 0);
		const { newIds: found, callMarker } =
			row && (ids.size > 0 || isLossCheck) ? await this.callStore([...ids], row) : NOTHING_RECORDED;
		const { mayOverlap } = this;
		const unassigned = new Set(found);
		for (const request of batch) {
			// Deleted, so that of several executions in a batch only the first one gets the event.
			const newIds = request.ids.filter((id) => unassigned.delete(id));
			const { idsToConfirm } = request;
			const confirmed =
				callMarker !== undefined && mayOverlap
					? this.ownership.resolve({ newIds, idsToConfirm, callMarker }, request.row)
					: Promise.resolve(newIds);
			request.resolve({ newIds, confirmed, callMarker });
		}
	}

	/**
	 * Whether the call that has just ended may have overlapped one of another process, so that both
	 * have found the same IDs new: a call was late, so it may have overwritten what others recorded,
	 * or another process may have the same phase.
	 */
	private get mayOverlap(): boolean {
		return !this.schedule.isLikelyExclusive || this.recorder.untilOthersRestoredMs > 0;
	}

	private async callStore(ids: string[], row: EventRow): Promise<RecordResult> {
		const { loss, ...result } = await this.recorder.record(ids, row, this.schedule.turn);
		if (loss?.isOverwrite) this.schedule.onLostWrite();
		if (loss) this.ownership.onLoss(loss, row);
		return result;
	}
}
