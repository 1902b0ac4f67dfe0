import type { GenericValue } from 'n8n-workflow';
import { batchAnswer, type SubResponse } from '../../schemas/vehicle-data';
import type { SmartcarApi } from '../../transport/api';
import { buildPath } from '../../transport/path';
import { normalizeHeaders, type ApiRequest } from '../../transport/request';
import { parseRetryAfter, retryDelay } from '../../transport/retry';
import { readServiceError, type ServiceError } from '../../transport/service-error';
import { normalizePath } from './batch-paths';

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

/**
 * Asks for several paths of a vehicle at once. The answer is matched by path, as neither its order nor its slashes are
 * certain (service: batch). Sub-requests that were turned down as too many are asked for again, alone, after the wait
 * that they name, as long as there is time for waiting left; nothing else is.
 */
export async function requestBatch(api: SmartcarApi, vehicleId: string, paths: string[]): Promise<SubResult[]> {
	const results = new Map<string, SubResult>(
		paths.map((path) => [
			path,
			{
				path,
				code: null,
				body: null,
				headers: {},
				error: { description: 'Smartcar left this path out of its answer' },
			},
		]),
	);
	let pending = paths;
	for (let retries = 0; ; retries++) {
		const { data, headers } = await api.request(batchRequest(vehicleId, pending), batchAnswer);
		for (const response of data.responses) {
			const result = readSubResponse(response, headers);
			results.set(result.path, result);
		}
		let delay = 0;
		pending = pending.filter((path) => {
			const { code, error, retryAfterMs } = results.get(path) ?? {};
			if (code !== 429) return false;
			const remainingMs = api.patience;
			const wait = retryDelay({ status: code, error, retryAfterMs, reads: true, retries, remainingMs });
			delay = Math.max(delay, wait ?? 0);
			return wait !== undefined;
		});
		if (pending.length === 0) return [...results.values()];
		await api.wait(delay);
	}
}
