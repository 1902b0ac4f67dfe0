/** Returned by a field type for a value that is not of that type. */
export const INVALID = Symbol('invalid');

/**
 * Reads one value of an event.
 *
 * An event has hundreds of values. Reading them with zod, or with a result object for each, takes
 * several times as long.
 */
export interface FieldType<Output> {
	/** For messages: "Expected ...". */
	expected: string;
	read(value: unknown): Output | typeof INVALID;
}
