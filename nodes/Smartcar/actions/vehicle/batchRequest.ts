import { NodeApiError, type GenericValue } from 'n8n-workflow';
import { batchAnswer, type SubResponse } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { toNodeError } from '../../transport/errors/nodeError';
import { buildPath } from '../../transport/paths';
import { normalizeHeaders, type ApiRequest } from '../../transport/request';
import { parseRetryAfter, retryDelay } from '../../transport/retry';
import { readServiceError, type ServiceError } from '../../transport/errors/serviceError';
import { normalizePath } from './batchPaths';

/** Paths that are due again within this time go in one request, when the last of them is due. */
const TOGETHER_MS = 1000;

/** What came of one path of a batch. */
export interface SubResult {
	path: string;
	/** HTTP status of the sub-request; null when the service left the path out of its answer. */
	code: number | null;
	body: GenericValue;
	headers: Record<string, string>;
	/** Set when the sub-request did not succeed. */
	error?: ServiceError;
	retryAfterMs?: number;
	/** What the service sent for it. */
	raw?: SubResponse;
}

export function batchRequest(vehicleId: string, paths: string[]): ApiRequest {
	return {
		method: 'POST',
		host: 'vehicleDataUrl',
		path: buildPath('v2.0', 'vehicles', vehicleId, 'batch'),
		body: { requests: paths.map((path) => ({ path })) },
		reads: true,
	};
}

function readSubResponse(raw: SubResponse, outerHeaders: Record<string, string>): SubResult {
	const own = normalizeHeaders(raw.headers);
	const { 'sc-request-id': requestId } = outerHeaders;
	const result: SubResult = {
		path: normalizePath(raw.path),
		code: raw.code,
		body: raw.body ?? null,
		headers: requestId === undefined ? own : { 'sc-request-id': requestId, ...own },
		raw,
	};
	if (raw.code >= 200 && raw.code < 300) return result;
	return {
		...result,
		error: readServiceError(raw.body) ?? {},
		retryAfterMs: parseRetryAfter(own['retry-after'], Date.now()),
	};
}

function leftOut(path: string): SubResult {
	const error = { description: 'Smartcar left this path out of its answer' };
	return { path, code: null, body: null, headers: {}, error };
}

/** When a path that was turned down as one too many is due again, in Unix milliseconds; undefined when it is not. */
function dueAgain(
	{ code, error, retryAfterMs }: SubResult,
	retries: number,
	remainingMs: number,
): number | undefined {
	if (code !== 429) return undefined;
	const delay = retryDelay({
		status: code,
		error,
		retryAfterMs,
		reads: true,
		retries,
		remainingMs,
	});
	return delay === undefined ? undefined : Date.now() + delay;
}

/** Asks for paths, and puts what came of each into the results. */
async function ask(
	api: SmartcarApi,
	vehicleId: string,
	paths: string[],
	results: Map<string, SubResult>,
) {
	const { data, headers } = await api.request(batchRequest(vehicleId, paths), batchAnswer);
	for (const response of data.responses) {
		const result = readSubResponse(response, headers);
		results.set(result.path, result);
	}
}

/**
 * Asks for several paths of a vehicle at once. The answer is matched by path, as neither its order nor its slashes are
 * certain (service: batch). Sub-requests that were turned down as too many are asked for again, each after its own
 * wait and without the others, as long as there is time for waiting left; nothing else is. When that comes to nothing,
 * what came of the other paths still counts.
 */
export async function requestBatch(
	api: SmartcarApi,
	vehicleId: string,
	paths: string[],
): Promise<SubResult[]> {
	const results = new Map(paths.map((path) => [path, leftOut(path)]));
	const due = new Map<string, number>();
	const retries = new Map<string, number>();

	function plan(path: string): void {
		const times = retries.get(path) ?? 0;
		retries.set(path, times + 1);
		const at = dueAgain(results.get(path) ?? leftOut(path), times, api.patience);
		if (at !== undefined) due.set(path, at);
	}

	await ask(api, vehicleId, paths, results);
	paths.forEach(plan);
	while (due.size > 0) {
		const soonest = Math.min(...due.values());
		const together = [...due].filter(([, at]) => at <= soonest + TOGETHER_MS);
		const again = together.map(([path]) => path);
		await api.wait(Math.max(0, Math.max(...together.map(([, at]) => at)) - Date.now()));
		for (const path of again) due.delete(path);
		try {
			await ask(api, vehicleId, again, results);
		} catch (error) {
			if (!(error instanceof NodeApiError))
				throw toNodeError(api.origin(batchRequest(vehicleId, again)).node, error);
			continue;
		}
		again.forEach(plan);
	}
	return [...results.values()];
}
