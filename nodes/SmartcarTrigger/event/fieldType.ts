/** What a reader gives for a value that is none of its kind. */
export const MISFIT = Symbol('misfit');

/**
 * Reads one value of an event. Not by zod, nor with an object for each outcome: either takes several times as long, and
 * an event has hundreds of values.
 */
export interface Reader<Output> {
	/** What it reads, in words. */
	expected: string;
	read(value: unknown): Output | typeof MISFIT;
}
