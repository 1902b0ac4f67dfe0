import type { Signal } from '../signal/schema';
import { codeOf, isFailed, isReadable, isUnsupported } from '../signal/simplify';

/** Whether a signal failed although the vehicle supports it. */
export const isFailedThoughSupported = (signal: Signal): boolean =>
	isFailed(signal) && !isUnsupported(signal);

/**
 * The codes of the signals that failed, separated by commas. Left out are those that the vehicle
 * does not support, and those of which another signal with the same code could be read.
 */
export function notReadableCodes(signals: Signal[]): string {
	const codes = (selected: Signal[]) => new Set(selected.map(codeOf));
	const readable = codes(signals.filter(isReadable));
	const failed = codes(signals.filter(isFailedThoughSupported));
	return [...failed].filter((code) => !readable.has(code)).join(', ');
}
