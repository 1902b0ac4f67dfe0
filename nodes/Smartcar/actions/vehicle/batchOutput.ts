import type { IDataObject } from 'n8n-workflow';
import { describeStatus } from '../../transport/errors/httpError';
import { metadataHeaders } from '../shared/output';
import type { SubResult } from './batchRequest';
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

function unitsOf(result: SubResult, requested: UnitSystem | undefined) {
	return unitsOfPath(result.path, usedUnitSystem(result.headers['sc-unit-system'], requested));
}

function toRaw({ path, code, raw, headers }: SubResult, addHeaders: boolean): IDataObject {
	const result = raw ?? { path, code, body: null };
	return addHeaders
		? { ...result, headers: { ...raw?.headers, ...metadataHeaders(headers) } }
		: result;
}

function toSimplified(result: SubResult, output: BatchOutputOptions): IDataObject {
	const { path, code, body, notReadable, error, headers } = result;
	const units = unitsOf(result, output.unitSystem);
	const data = { data: body, ...(units && { units }), ...(notReadable && { notReadable }) };
	return {
		path,
		success: error === undefined,
		...(error ? subResultErrorFields(result) : data),
		httpStatus: code,
		vehicleId: output.vehicleId,
		...(output.addHeaders && { headers: metadataHeaders(headers) }),
	};
}

function toCombined(results: SubResult[], output: BatchOutputOptions): IDataObject {
	const succeeded = results.filter(({ error }) => error === undefined);
	const failed = results.filter(({ error }) => error !== undefined);
	const byPath = <T>(chosen: SubResult[], valueOf: (result: SubResult) => T) =>
		Object.fromEntries(chosen.map((result) => [result.path, valueOf(result)]));
	const inPart = succeeded.filter(({ notReadable }) => notReadable);
	const withUnits = succeeded.filter((result) => unitsOf(result, output.unitSystem));
	return {
		data: byPath(succeeded, ({ body }) => body),
		units: byPath(withUnits, (result) => unitsOf(result, output.unitSystem)),
		...(inPart.length > 0 && { notReadable: byPath(inPart, ({ notReadable }) => notReadable) }),
		errors: byPath(failed, (result) => ({
			...subResultErrorFields(result),
			httpStatus: result.code,
		})),
		succeeded: succeeded.length,
		failed: failed.length,
		vehicleId: output.vehicleId,
		...(output.addHeaders && {
			headers: byPath(results, ({ headers }) => metadataHeaders(headers)),
		}),
	};
}

/** The output of one batch: one object per path or one for the vehicle, simplified or raw. */
export function toBatchOutput(results: SubResult[], output: BatchOutputOptions): IDataObject[] {
	const { isCombined, simplify, addHeaders } = output;
	if (simplify)
		return isCombined
			? [toCombined(results, output)]
			: results.map((result) => toSimplified(result, output));
	const responses = results.map((result) => toRaw(result, addHeaders));
	return isCombined ? [{ responses }] : responses;
}

/** Describes the failed paths in one line. Undefined when all succeeded. */
export function describeFailures(results: SubResult[]): string | undefined {
	const failed = results.filter(({ error }) => error !== undefined);
	if (failed.length === 0) return undefined;
	const list = failed.map(({ path, code, error }) =>
		code === null ? `${path} (no response)` : `${path} (${describeStatus(code, error ?? {})})`,
	);
	return `${failed.length} of ${results.length} paths could not be read: ${list.join(', ')}`;
}
