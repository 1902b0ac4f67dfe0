import { describeError } from '../errors/errorTypes';
import type { JsonObject } from '../json';
import type { SignalError } from './signalDefinition';

/** The `status` of a signal, or of the execution of a command, in v3 responses. */
export function signalStatus(error: SignalError | null): JsonObject {
	if (error === null) return { value: 'SUCCESS' };
	const { description, resolution } = describeError(error.type, error.code);
	const hasUnknownResolution = error.type === 'COMPATIBILITY' || error.code === 'NOT_CHARGING';
	return {
		value: 'ERROR',
		error: {
			type: error.type,
			code: error.code ?? 'UNKNOWN',
			title: error.code ?? 'Unknown',
			detail: description,
			description: 'Deprecated. Use detail',
			resolution: { type: hasUnknownResolution ? 'UNKNOWN_RESOLUTION_TYPE' : resolution },
		},
	};
}
