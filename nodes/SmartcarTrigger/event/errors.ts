import type { VehicleError } from './event';
import { anything, isObject, text } from './fields';
import { MISFIT, type Reader } from './reader';
import { readReference } from './signals';
import type { Understanding } from './understand';

/** The recommended action, sent as `{type}`, as `{type: null}`, as a bare word or not at all (service: section 1, row 10). */
const resolution: Reader<string | undefined> = {
	expected: 'a resolution',
	read(value) {
		const type = isObject(value) ? (value.type ?? undefined) : value;
		return type === undefined || typeof type === 'string' ? type : MISFIT;
	},
};

const fields = {
	type: text,
	code: text,
	state: text,
	description: text,
	suggestedUserMessage: text,
	docURL: text,
	resolution,
	signals: anything,
};

/** One entry of `errors`; its types and codes are open sets, and a RESOLVED entry carries little (service: 6.1, rule 8). */
export function readVehicleError(read: Understanding, value: unknown, path: string): VehicleError {
	const { docURL, signals, ...error } = read.fields(fields, value, path);
	return { ...error, docUrl: docURL, signals: read.list(signals, `${path}.signals`, readReference) };
}
