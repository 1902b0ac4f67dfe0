import type { IDataObject } from 'n8n-workflow';
import { classify } from '../../transport/errors/httpError';
import { aboutTheData } from '../shared/responseHeaders';
import type { SubResult } from './batchRequest';

export interface BatchOutput {
	combined: boolean;
	simplify: boolean;
	withHeaders: boolean;
}

function describeError({ error, retryAfterMs }: SubResult): IDataObject | null {
	if (error === undefined) return null;
	return {
		type: error.type ?? null,
		code: error.code ?? null,
		description: error.description ?? null,
		suggestedUserMessage: error.suggestedUserMessage ?? null,
		resolution: error.resolution ?? null,
		retryAfterSeconds: retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000),
		docsUrl: error.docsUrl ?? null,
		requestId: error.requestId ?? null,
	};
}

function rawResponse({ path, code, raw }: SubResult): IDataObject {
	return raw === undefined ? { path, code, body: null } : raw;
}

function simplifiedResponse(
	result: SubResult,
	vehicleId: string,
	withHeaders: boolean,
): IDataObject {
	return {
		path: result.path,
		success: result.error === undefined,
		data: result.error === undefined ? result.body : null,
		error: describeError(result),
		code: result.code,
		vehicleId,
		...(withHeaders && { headers: aboutTheData(result.headers) }),
	};
}

function combinedResponse(
	results: SubResult[],
	vehicleId: string,
	withHeaders: boolean,
): IDataObject {
	const succeeded = results.filter(({ error }) => error === undefined);
	const failed = results.filter(({ error }) => error !== undefined);
	return {
		vehicleId,
		data: Object.fromEntries(succeeded.map(({ path, body }) => [path, body])),
		errors: Object.fromEntries(
			failed.map((result) => [result.path, { status: result.code, ...describeError(result) }]),
		),
		succeeded: succeeded.length,
		failed: failed.length,
		...(withHeaders && {
			headers: Object.fromEntries(
				results.map(({ path, headers }) => [path, aboutTheData(headers)]),
			),
		}),
	};
}

/** The items of one batch: one per path, or one for the vehicle; simplified or as the service sent them. */
export function renderBatch(
	results: SubResult[],
	vehicleId: string,
	output: BatchOutput,
): IDataObject[] {
	const { combined, simplify, withHeaders } = output;
	if (combined) {
		return [
			simplify
				? combinedResponse(results, vehicleId, withHeaders)
				: { responses: results.map(rawResponse) },
		];
	}
	return results.map((result) =>
		simplify ? simplifiedResponse(result, vehicleId, withHeaders) : rawResponse(result),
	);
}

/** One line about the sub-requests that did not succeed; undefined when all did. */
export function summarizeFailures(results: SubResult[]): string | undefined {
	const failed = results.filter(({ error }) => error !== undefined);
	if (failed.length === 0) return undefined;
	const list = failed.map(({ path, code, error }) =>
		code === null ? `${path} (no answer)` : `${path} (${classify(code, error ?? {})})`,
	);
	return `${failed.length} of ${results.length} sub-requests did not succeed: ${list.join(', ')}`;
}
