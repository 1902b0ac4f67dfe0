import { sleep } from 'n8n-workflow';
import { causeMessage } from './causeMessage';
import { timeLimit } from './timeLimit';

/** The time and the chance that calls to n8n's deduplication store depend on. Tests replace them. */
export interface StoreTimers {
	/** Ends the pause before a call. */
	sleep: (milliseconds: number) => Promise<void>;
	/** Ends a call that takes too long. */
	callLimit: (milliseconds: number) => Promise<void>;
	/** A clock in milliseconds. */
	now: () => number;
	/** A number from 0 to 1. */
	random: () => number;
}

export const STORE_TIMERS: StoreTimers = {
	sleep,
	callLimit: timeLimit,
	now: () => performance.now(),
	random: () => Math.random(),
};

/**
 * A first call can fail because another process creates the row at that moment. The third attempt
 * is for a database that is briefly unavailable.
 */
const MAX_ATTEMPTS = 3;

/**
 * SQLite and PostgreSQL use these words if another process has created the row at the same moment.
 * Such an attempt has changed nothing.
 */
const ROW_EXISTS = /unique constraint/i;

/** Between two attempts. */
const RETRY_PAUSE_MS = 250;

/** A call that takes longer counts as failed. It is not repeated, since it may still be running. */
const CALL_LIMIT_MS = 10_000;

/**
 * For how long another process can still overwrite a write to n8n's deduplication store: it may
 * have read the row before that write, and may write the row until its call ends.
 */
export const OVERWRITE_WINDOW_MS = CALL_LIMIT_MS;

class CallLimitError extends Error {}

/** Waits for a call to n8n's deduplication store. @throws Error if it fails or takes too long */
async function callStore<Result>(
	call: () => Promise<Result>,
	{ callLimit }: Pick<StoreTimers, 'callLimit'>,
): Promise<Result> {
	return await Promise.race([
		call(),
		callLimit(CALL_LIMIT_MS).then(() => {
			throw new CallLimitError(`no answer within ${CALL_LIMIT_MS / 1_000} seconds`);
		}),
	]);
}

/**
 * Like `callStore`, with retries. Never rejects.
 * @returns the error of the last attempt, or the result. If `isUncertain`, failed attempts may have
 * changed the store before, so the result does not tell what was in it before the call.
 */
export async function callStoreWithRetries<Result>(
	call: () => Promise<Result>,
	timers: StoreTimers,
): Promise<{ result: Result; isUncertain: boolean } | { error: unknown }> {
	let isUncertain = false;
	for (let attempt = 1; ; attempt++) {
		try {
			return { result: await callStore(call, timers), isUncertain };
		} catch (error) {
			if (attempt >= MAX_ATTEMPTS || error instanceof CallLimitError) return { error };
			isUncertain ||= !ROW_EXISTS.test(causeMessage(error));
			await timers.sleep(RETRY_PAUSE_MS);
		}
	}
}
