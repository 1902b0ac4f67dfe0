interface Issue {
	path: ReadonlyArray<string | number>;
	message: string;
}

interface Found<Output> {
	success: true;
	data: Output;
}

type Result<Output> = Found<Output> | { success: false; error: { issues: readonly Issue[] } };

/** What reads one value of an event: a zod schema, or what `reader` makes. */
export interface Reader<Output> {
	safeParse(value: unknown): Result<Output>;
}

export const found = <Output>(data: Output): Found<Output> => ({ success: true, data });

/**
 * A reader of single values; `read` gives nothing for a value that is none of its kind. With zod's checks the same takes
 * several times as long, and an event has hundreds of values.
 */
export function reader<Output>(expected: string, read: (value: unknown) => Found<Output> | undefined): Reader<Output> {
	const failure = { success: false, error: { issues: [{ path: [], message: `Expected ${expected}` }] } } as const;
	return { safeParse: (value) => read(value) ?? failure };
}
