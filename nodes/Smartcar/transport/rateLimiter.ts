import { OperationalError, sleep } from 'n8n-workflow';
import { monotonicNow } from './monotonicNow';
import type { ApiResponse } from './request';

/** How often a wait checks whether the run was stopped, in milliseconds. */
const WAIT_SLICE_MS = 200;

interface SlotRequest {
	/** Longest pause to wait for, in milliseconds. */
	maxPauseMs: number;
	/** How often the request has been sent already. The one with the most retries goes first. */
	retries: number;
}

/** The request would have to wait longer than it may. */
export class PauseTooLongError extends Error {
	/** @param response the 429 response that asked for the pause */
	constructor(readonly response: ApiResponse) {
		super('Smartcar asks for a longer wait than the request allows');
	}
}

/**
 * Limits how many requests of one run are sent at once.
 *
 * After `pause` nothing is sent until the pause is over. Then the limit is one request at once, and
 * it rises by one after each `maxConcurrent` requests, up to `maxConcurrent`.
 *
 * The request with the most retries goes first, so that it succeeds before its item may wait no
 * longer. If the requests took turns, all of them could fail that way.
 */
export class RateLimiter {
	/** How many requests are being sent. */
	private active = 0;

	/** How many may be sent at once now. */
	private currentLimit: number;

	/** How many requests have ended since the current limit was set. */
	private endedRequests = 0;

	/** The `retries` of each request that waits for a slot. */
	private readonly waitingRetries: number[] = [];

	/** In milliseconds of `monotonicNow`. */
	private pausedUntil = 0;

	/** The 429 response that caused the pause. */
	private pausedBy?: ApiResponse;

	/** The error because of which nothing more is sent. */
	stoppedBy?: Error;

	/** For each request that waits for a slot: makes it check again whether one is free. */
	private readonly wakeUps: Array<() => void> = [];

	/**
	 * @param maxConcurrent how many requests may be sent at once
	 * @param cancelSignal aborted when the user cancels the execution
	 */
	constructor(
		readonly maxConcurrent: number,
		readonly cancelSignal?: AbortSignal,
	) {
		this.currentLimit = maxConcurrent;
	}

	/**
	 * Calls `send` as soon as a slot is free and holds the slot until it settles.
	 *
	 * Throws a {@link PauseTooLongError} when the pause is longer than `maxPauseMs`, and an
	 * OperationalError when the run was stopped or canceled.
	 */
	async run<T>(send: () => Promise<T>, slot: SlotRequest): Promise<T> {
		await this.acquire(slot);
		try {
			return await send();
		} finally {
			this.release();
		}
	}

	/** Sends nothing for a time, because `response` is a 429 for the whole application. */
	pause(milliseconds: number, response: ApiResponse): void {
		const until = monotonicNow() + milliseconds;
		if (until >= this.pausedUntil) {
			this.pausedUntil = until;
			this.pausedBy = response;
		}
		this.currentLimit = 1;
		this.endedRequests = 0;
		this.wakeAll();
	}

	/**
	 * Sends nothing from now on. Requests that wait for a slot or for a retry throw.
	 * @param cause the error of the item that has failed
	 */
	stop(cause: Error): void {
		this.stoppedBy ??= cause;
		this.wakeAll();
	}

	/** Throws an OperationalError when the run was stopped or canceled. */
	throwIfStopped(): void {
		if (this.cancelSignal?.aborted) throw new OperationalError('The execution was canceled');
		if (this.stoppedBy) throw new OperationalError('Stopped, because another item has failed');
	}

	/** Waits. Throws like {@link throwIfStopped}, also in the middle of the wait. */
	async wait(milliseconds: number): Promise<void> {
		const end = monotonicNow() + milliseconds;
		this.throwIfStopped();
		for (let remainingMs = milliseconds; remainingMs > 0; remainingMs = end - monotonicNow()) {
			await sleep(Math.min(remainingMs, WAIT_SLICE_MS));
			this.throwIfStopped();
		}
	}

	private get pausedForMs(): number {
		return Math.max(0, this.pausedUntil - monotonicNow());
	}

	private async acquire({ maxPauseMs, retries }: SlotRequest): Promise<void> {
		this.waitingRetries.push(retries);
		try {
			while (!this.isFree(retries)) {
				this.throwIfStopped();
				if (this.pausedBy && this.pausedForMs > maxPauseMs)
					throw new PauseTooLongError(this.pausedBy);
				if (this.pausedForMs > 0) await this.wait(this.pausedForMs);
				else await new Promise<void>((resolve) => this.wakeUps.push(resolve));
			}
			this.throwIfStopped();
			this.active++;
		} finally {
			this.waitingRetries.splice(this.waitingRetries.indexOf(retries), 1);
			// Requests with fewer retries waited for this one.
			if (retries > 0) this.wakeAll();
		}
	}

	private isFree(retries: number): boolean {
		const isNext = this.waitingRetries.every((other) => other <= retries);
		return this.pausedForMs === 0 && this.active < this.currentLimit && isNext;
	}

	private release(): void {
		this.active--;
		if (this.pausedForMs === 0 && this.currentLimit < this.maxConcurrent) {
			this.endedRequests++;
			if (this.endedRequests >= this.maxConcurrent) {
				this.currentLimit++;
				this.endedRequests = 0;
			}
		}
		this.wakeAll();
	}

	private wakeAll(): void {
		for (const wakeUp of this.wakeUps.splice(0)) wakeUp();
	}
}
