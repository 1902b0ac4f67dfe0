import type { VehicleError } from './types';
import { isObject, text } from './fields';
import { MISFIT, type Reader } from './fieldType';
import { readReference } from './signals';
import type { Understanding } from './eventReader';

/** The recommended action, sent as `{type}`, as `{type: null}`, as a bare word or not at all (service: section 1, row 10). */
const resolution: Reader<string | undefined> = {
	expected: 'a resolution',
	read(value) {
		const type = isObject(value) ? (value.type ?? undefined) : value;
		return type === undefined || typeof type === 'string' ? type : MISFIT;
	},
};

/** One entry of `errors`; its types and codes are open sets, and a RESOLVED entry carries little (service: 6.1, rule 8). */
export function readVehicleError(read: Understanding, value: unknown, path: string): VehicleError {
	const error = read.object(value, path);
	return {
		type: read.part(text, error.type, path, 'type'),
		code: read.part(text, error.code, path, 'code'),
		state: read.part(text, error.state, path, 'state'),
		description: read.part(text, error.description, path, 'description'),
		suggestedUserMessage: read.part(text, error.suggestedUserMessage, path, 'suggestedUserMessage'),
		resolution: read.part(resolution, error.resolution, path, 'resolution'),
		docUrl: read.part(text, error.docURL, path, 'docURL'),
		signals: read.list(error.signals, `${path}.signals`, readReference),
	};
}
