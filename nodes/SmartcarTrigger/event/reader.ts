interface Issue {
	path: ReadonlyArray<string | number>;
	message: string;
}

type Result<Output> = { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };

/** What reads one value of an event: a zod schema, or what `reader` makes. */
export interface Reader<Output> {
	safeParse(value: unknown): Result<Output>;
}

/**
 * A reader of what no plain zod schema describes; `read` gives nothing for a value that is none of its kind. With zod's
 * custom checks and transformations the same takes ten times as long, and an event has hundreds of values.
 */
export function reader<Output>(expected: string, read: (value: unknown) => { data: Output } | undefined): Reader<Output> {
	const failure = { success: false, error: { issues: [{ path: [], message: `Expected ${expected}` }] } } as const;
	return {
		safeParse(value) {
			const found = read(value);
			return found ? { success: true, data: found.data } : failure;
		},
	};
}
