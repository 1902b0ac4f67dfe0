import type { Signal } from '../signal/schema';
import { codeOf, isFailed, isReadable, isUnsupported } from '../signal/simplify';

/** Whether a signal failed that the vehicle supports. */
export const isFailedThoughSupported = (signal: Signal): boolean =>
	isFailed(signal) && !isUnsupported(signal);

/**
 * The codes of the signals that failed, separated by commas, unless another one with the same code
 * could be read, or the vehicle does not support it.
 */
export function notReadableCodes(signals: Signal[]): string {
	const codes = (chosen: Signal[]) => new Set(chosen.map(codeOf));
	const readable = codes(signals.filter(isReadable));
	const failed = codes(signals.filter(isFailedThoughSupported));
	return [...failed].filter((code) => !readable.has(code)).join(', ');
}
