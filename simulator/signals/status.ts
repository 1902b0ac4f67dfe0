import { describeError } from '../errors/errorTypes';
import type { JsonObject } from '../json';
import type { SignalError } from './signalDefinition';

/** `status` of a signal or of an execution, as the v3 API shows it; null is success (service: v3 signals API). */
export function statusOf(error: SignalError | null): JsonObject {
	if (error === null) return { value: 'SUCCESS' };
	const { description, resolution } = describeError(error.type, error.code);
	return {
		value: 'ERROR',
		error: {
			type: error.type,
			code: error.code ?? 'UNKNOWN',
			title: error.code ?? 'Unknown',
			detail: description,
			description: 'Deprecated. Use detail',
			resolution: { type: resolution },
		},
	};
}
