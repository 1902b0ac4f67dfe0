import { NodeApiError, type GenericValue } from 'n8n-workflow';
import { parseRetryAfter } from '../../../shared/parseRetryAfter';
import { normalizeHeaders, type SmartcarClient } from '../../transport/client';
import { toNodeError } from '../../transport/errors/nodeError';
import { readServiceError, type ServiceError } from '../../transport/errors/serviceError';
import { monotonicNow } from '../../transport/monotonicNow';
import type { ApiRequest } from '../../transport/request';
import { retryDelay } from '../../transport/retry';
import { normalizePath } from './batchPaths';
import { batchResponseSchema, type SubResponse } from './schema';

/** Paths whose retries are due within this time are requested together. */
const RETRY_WINDOW_MS = 1000;

/** The result of one path of a batch. */
export interface SubResult {
	path: string;
	/** HTTP status of the sub-request. Null when the response lacks the path. */
	code: number | null;
	body: GenericValue;
	headers: Record<string, string>;
	/**
	 * With v3, the codes of the signals of a path with data that could not be read, as one text,
	 * without those that the vehicle does not support.
	 */
	notReadable?: string;
	/** Set when the sub-request failed. */
	error?: ServiceError;
	/** Whether the description of the error also says what to do. */
	saysWhatToDo?: boolean;
	retryAfterMs?: number;
	/** The sub-response as Smartcar sent it. With v3, one in the same form. */
	raw?: SubResponse;
}

export const failedResults = (results: SubResult[]): SubResult[] =>
	results.filter(({ error }) => error !== undefined);

/** The request for several paths of a vehicle. It is a POST, but it only reads. */
export function batchRequest(vehicleId: string, paths: string[]): ApiRequest {
	return {
		method: 'POST',
		host: 'vehicleDataUrl',
		path: ['v2.0', 'vehicles', vehicleId, 'batch'],
		body: { requests: paths.map((path) => ({ path })) },
		idempotent: true,
	};
}

function toSubResult(raw: SubResponse, batchHeaders: Record<string, string>): SubResult {
	const headers = normalizeHeaders(raw.headers);
	const { 'sc-request-id': requestId } = batchHeaders;
	const result: SubResult = {
		path: normalizePath(raw.path),
		code: raw.code,
		body: raw.body ?? null,
		headers: requestId === undefined ? headers : { 'sc-request-id': requestId, ...headers },
		raw,
	};
	if (raw.code >= 200 && raw.code < 300) return result;
	return {
		...result,
		error: readServiceError(raw.body) ?? {},
		retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
	};
}

function noSubResponse(path: string): SubResult {
	const error = { description: 'The response of Smartcar has no usable result for this path' };
	return { path, code: null, body: null, headers: {}, error };
}

/** One batch, with the results so far and the retries of the sub-requests that got a 429. */
class Batch {
	private readonly results: Map<string, SubResult>;

	/** How often each path was requested again. */
	private readonly retryCounts = new Map<string, number>();

	/** When the retry of a path is due, in milliseconds of `monotonicNow`. */
	private readonly dueAt = new Map<string, number>();

	constructor(
		private readonly client: SmartcarClient,
		private readonly vehicleId: string,
		private readonly paths: string[],
	) {
		this.results = new Map(paths.map((path) => [path, noSubResponse(path)]));
	}

	async run(): Promise<SubResult[]> {
		await this.request(this.paths);
		while (this.dueAt.size > 0) await this.retryNext();
		return [...this.results.values()];
	}

	/** Requests paths and stores their results. Schedules a retry for those that got a 429. */
	private async request(paths: string[], { isRetry = false } = {}): Promise<void> {
		const request = { ...batchRequest(this.vehicleId, paths), isRetry };
		const { data, headers } = await this.client.request(request, batchResponseSchema);
		for (const response of data.responses.entries) {
			const result = toSubResult(response, headers);
			this.results.set(result.path, result);
		}
		for (const path of paths) this.scheduleRetry(path);
	}

	private scheduleRetry(path: string): void {
		const result = this.results.get(path);
		if (result?.code !== 429) return;
		const { code: status, body, headers } = result;
		const retries = this.retryCounts.get(path) ?? 0;
		const delay = retryDelay({
			status,
			error: result.error,
			retryAfterMs: result.retryAfterMs,
			idempotent: true,
			retries,
			remainingWaitMs: this.client.remainingWaitMs,
		});
		this.client.pauseIfLimited({ status, body, headers }, delay);
		this.retryCounts.set(path, retries + 1);
		if (delay !== undefined) this.dueAt.set(path, monotonicNow() + delay);
	}

	/** Waits for the next retry and requests its paths. If that fails, the results so far stay. */
	private async retryNext(): Promise<void> {
		const windowEnd = Math.min(...this.dueAt.values()) + RETRY_WINDOW_MS;
		const due = [...this.dueAt].filter(([, dueAt]) => dueAt <= windowEnd);
		const paths = due.map(([path]) => path);
		const lastDueAt = Math.max(...due.map(([, dueAt]) => dueAt));
		await this.client.waitForRetry(Math.max(0, lastDueAt - monotonicNow()));
		for (const path of paths) this.dueAt.delete(path);
		try {
			await this.request(paths, { isRetry: true });
		} catch (error) {
			if (error instanceof NodeApiError) return;
			const { node } = this.client.details(batchRequest(this.vehicleId, paths));
			throw toNodeError(node, error);
		}
	}
}

/**
 * Requests several paths of a vehicle at once and returns their results in the given order. Results
 * are matched by path: Smartcar may change the order and the slashes.
 *
 * Sub-requests that got a 429 are sent again without the others, as long as the item may wait.
 * See docs/contributing/smartcar-api.md#batch.
 */
export async function requestBatch(
	client: SmartcarClient,
	vehicleId: string,
	paths: string[],
): Promise<SubResult[]> {
	return await new Batch(client, vehicleId, paths).run();
}
