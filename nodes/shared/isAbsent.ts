/** Whether a field or the result of an expression has no value. */
export const isAbsent = (value: unknown): value is undefined | null =>
	value === undefined || value === null;
