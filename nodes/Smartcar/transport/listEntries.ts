import { z } from 'zod';

/** An entry of a list that does not fit its schema. */
export interface InvalidEntry {
	/** The entry as Smartcar sent it. */
	value: unknown;
	/** What is invalid: `'relationships.user' Required`. */
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
 * Returns the schema of a list. Its output separates valid entries from invalid ones. It fails only
 * if all entries are invalid, because then Smartcar has changed its API.
 */
export function listEntries<T extends z.ZodTypeAny>(entry: T) {
	return z.array(z.unknown()).transform((values, context) => {
		const entries: Array<z.output<T>> = [];
		const invalidEntries: InvalidEntry[] = [];
		for (const [index, value] of values.entries()) {
			const parsed = entry.safeParse(value);
			if (parsed.success) {
				entries.push(parsed.data);
				continue;
			}
			invalidEntries.push({ value, problem: describeProblem(parsed.error) });
			if (invalidEntries.length < values.length) continue;
			// This was the last entry, and all are invalid.
			for (const issue of parsed.error.issues)
				context.addIssue({ ...issue, path: [index, ...issue.path] });
		}
		return { entries, invalidEntries };
	});
}
