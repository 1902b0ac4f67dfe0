import type { IDataObject } from 'n8n-workflow';
import { describeStatus } from '../../transport/errors/httpError';
import { metadataHeaders } from '../shared/output';
import { failedResults, type SubResult } from './batchRequest';
import { unitsOfPath, usedUnitSystem, type UnitSystem } from './unitSystem';

interface BatchOutputOptions {
	vehicleId: string;
	/** The option Unit System. */
	unitSystem?: UnitSystem;
	/** Whether one item holds all paths. */
	isCombined: boolean;
	simplify: boolean;
	addHeaders: boolean;
}

/** The fields of a path that failed, as far as they are known, with the names of an error item. */
function subResultErrorFields({ code, error = {}, retryAfterMs }: SubResult): IDataObject {
	const fields = {
		error: error.description ?? (code === null ? undefined : describeStatus(code, error)),
		errorType: error.type,
		errorCode: error.code,
		advice: error.suggestedUserMessage,
		resolution: error.resolution,
		resolutionUrl: error.resolutionUrl,
		retryAfter: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000),
		docsUrl: error.docsUrl,
		requestId: error.requestId,
	};
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function unitsOfResult(result: SubResult, requested: UnitSystem | undefined) {
	return unitsOfPath(result.path, usedUnitSystem(result.headers['sc-unit-system'], requested));
}

function toRaw({ path, code, raw, headers }: SubResult, addHeaders: boolean): IDataObject {
	const result = raw ?? { path, code, body: null };
	return addHeaders
		? { ...result, headers: { ...raw?.headers, ...metadataHeaders(headers) } }
		: result;
}

function toSimplified(result: SubResult, options: BatchOutputOptions): IDataObject {
	const { path, code, body, notReadable, error, headers } = result;
	const units = unitsOfResult(result, options.unitSystem);
	const data = { data: body, ...(units && { units }), ...(notReadable && { notReadable }) };
	return {
		path,
		success: error === undefined,
		...(error ? subResultErrorFields(result) : data),
		httpStatus: code,
		vehicleId: options.vehicleId,
		...(options.addHeaders && { headers: metadataHeaders(headers) }),
	};
}

function toCombined(results: SubResult[], options: BatchOutputOptions): IDataObject {
	const succeeded = results.filter(({ error }) => error === undefined);
	const failed = failedResults(results);
	const byPath = <T>(selected: SubResult[], valueOf: (result: SubResult) => T) =>
		Object.fromEntries(selected.map((result) => [result.path, valueOf(result)]));
	const partlyRead = succeeded.filter(({ notReadable }) => notReadable);
	const withUnits = succeeded.filter((result) => unitsOfResult(result, options.unitSystem));
	return {
		data: byPath(succeeded, ({ body }) => body),
		units: byPath(withUnits, (result) => unitsOfResult(result, options.unitSystem)),
		...(partlyRead.length > 0 && {
			notReadable: byPath(partlyRead, ({ notReadable }) => notReadable),
		}),
		errors: byPath(failed, (result) => ({
			...subResultErrorFields(result),
			httpStatus: result.code,
		})),
		succeeded: succeeded.length,
		failed: failed.length,
		vehicleId: options.vehicleId,
		...(options.addHeaders && {
			headers: byPath(results, ({ headers }) => metadataHeaders(headers)),
		}),
	};
}

/** The output of one batch: one object per path or one for the vehicle, simplified or raw. */
export function toBatchOutput(results: SubResult[], options: BatchOutputOptions): IDataObject[] {
	const { isCombined, simplify, addHeaders } = options;
	if (simplify)
		return isCombined
			? [toCombined(results, options)]
			: results.map((result) => toSimplified(result, options));
	const responses = results.map((result) => toRaw(result, addHeaders));
	return isCombined ? [{ responses }] : responses;
}

/** Describes the failed paths in one line. Undefined when all succeeded. */
export function describeFailures(results: SubResult[]): string | undefined {
	const failed = failedResults(results);
	if (failed.length === 0) return undefined;
	const list = failed.map(({ path, code, error }) =>
		code === null ? `${path} (no response)` : `${path} (${describeStatus(code, error ?? {})})`,
	);
	return `${failed.length} of ${results.length} paths could not be read: ${list.join(', ')}`;
}
