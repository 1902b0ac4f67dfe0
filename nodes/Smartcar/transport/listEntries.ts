import { z } from 'zod';

/** An entry of a list that does not fit its schema. */
export interface OddEntry {
	/** The entry as Smartcar sent it. */
	value: unknown;
	/** What does not fit: `'relationships.user' Required`. */
	problem: string;
}

/** The first problem that zod has found, such as `'relationships.user' Required`. */
export function describeProblem({ issues: [issue] }: z.ZodError): string {
	if (issue === undefined) return 'unknown';
	return [issue.path.length > 0 && `'${issue.path.join('.')}'`, issue.message]
		.filter(Boolean)
		.join(' ');
}

/**
 * Returns the schema of a list. Its output separates the entries that fit the schema from those that do
 * not. It fails only if no entry of the list fits: then Smartcar has changed its API.
 */
export function listEntries<T extends z.ZodTypeAny>(entry: T) {
	return z.array(z.unknown()).transform((values, context) => {
		const entries: Array<z.output<T>> = [];
		const oddEntries: OddEntry[] = [];
		for (const [index, value] of values.entries()) {
			const parsed = entry.safeParse(value);
			if (parsed.success) {
				entries.push(parsed.data);
				continue;
			}
			oddEntries.push({ value, problem: describeProblem(parsed.error) });
			if (oddEntries.length < values.length) continue;
			// This was the last entry, and none has fit.
			for (const issue of parsed.error.issues)
				context.addIssue({ ...issue, path: [index, ...issue.path] });
		}
		return { entries, oddEntries };
	});
}
