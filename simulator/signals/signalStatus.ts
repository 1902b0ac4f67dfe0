import { describeError } from '../errors/errorTypes';
import type { JsonObject } from '../json';
import type { SignalError } from './signalDefinition';

/** The `status` of a signal or an execution in v3 responses. Without an error it is SUCCESS. */
export function signalStatus(error: SignalError | null): JsonObject {
	if (error === null) return { value: 'SUCCESS' };
	const { description, resolution } = describeError(error.type, error.code);
	const isUnknown = error.type === 'COMPATIBILITY' || error.code === 'NOT_CHARGING';
	return {
		value: 'ERROR',
		error: {
			type: error.type,
			code: error.code ?? 'UNKNOWN',
			title: error.code ?? 'Unknown',
			detail: description,
			description: 'Deprecated. Use detail',
			resolution: { type: isUnknown ? 'UNKNOWN_RESOLUTION_TYPE' : resolution },
		},
	};
}
