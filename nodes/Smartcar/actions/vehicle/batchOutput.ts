import type { IDataObject } from 'n8n-workflow';
import { describeStatus } from '../../transport/errors/httpError';
import { metadataHeaders } from '../shared/output';
import type { SubResult } from './batchRequest';

export interface BatchOutput {
	/** Whether one item holds all paths. */
	isCombined: boolean;
	simplify: boolean;
	addHeaders: boolean;
}

function toErrorFields({ error, retryAfterMs }: SubResult): IDataObject | null {
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

function toRaw({ path, code, raw }: SubResult): IDataObject {
	return raw === undefined ? { path, code, body: null } : raw;
}

function toSimplified(result: SubResult, vehicleId: string, addHeaders: boolean): IDataObject {
	return {
		path: result.path,
		success: result.error === undefined,
		data: result.error === undefined ? result.body : null,
		error: toErrorFields(result),
		code: result.code,
		vehicleId,
		...(addHeaders && { headers: metadataHeaders(result.headers) }),
	};
}

function toCombined(results: SubResult[], vehicleId: string, addHeaders: boolean): IDataObject {
	const succeeded = results.filter(({ error }) => error === undefined);
	const failed = results.filter(({ error }) => error !== undefined);
	const headers = () =>
		Object.fromEntries(results.map(({ path, headers }) => [path, metadataHeaders(headers)]));
	return {
		vehicleId,
		data: Object.fromEntries(succeeded.map(({ path, body }) => [path, body])),
		errors: Object.fromEntries(
			failed.map((result) => [result.path, { status: result.code, ...toErrorFields(result) }]),
		),
		succeeded: succeeded.length,
		failed: failed.length,
		...(addHeaders && { headers: headers() }),
	};
}

/** The output of one batch: one object per path or one for the vehicle, simplified or raw. */
export function toBatchOutput(
	results: SubResult[],
	vehicleId: string,
	{ isCombined, simplify, addHeaders }: BatchOutput,
): IDataObject[] {
	if (isCombined && simplify) return [toCombined(results, vehicleId, addHeaders)];
	if (isCombined) return [{ responses: results.map(toRaw) }];
	if (simplify) return results.map((result) => toSimplified(result, vehicleId, addHeaders));
	return results.map(toRaw);
}

/** Describes the failed sub-requests in one line. Undefined when all succeeded. */
export function describeFailures(results: SubResult[]): string | undefined {
	const failed = results.filter(({ error }) => error !== undefined);
	if (failed.length === 0) return undefined;
	const list = failed.map(({ path, code, error }) =>
		code === null ? `${path} (no response)` : `${path} (${describeStatus(code, error ?? {})})`,
	);
	return `${failed.length} of ${results.length} sub-requests failed: ${list.join(', ')}`;
}
