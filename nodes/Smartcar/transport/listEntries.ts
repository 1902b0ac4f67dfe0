import { z } from 'zod';

/** An entry that does not fit its schema. */
export interface OddEntry {
	/** The entry as Smartcar sent it. */
	value: unknown;
	/** What does not fit: `'relationships.user' Required`. */
	problem: string;
}

/** Describes what does not fit, for an item. */
export function describeProblem({ issues: [issue] }: z.ZodError): string {
	if (issue === undefined) return 'unknown';
	return [issue.path.length > 0 && `'${issue.path.join('.')}'`, issue.message]
		.filter(Boolean)
		.join(' ');
}

/**
 * The schema of a list. An entry that does not fit does not cost the others, but if none fits,
 * Smartcar has changed the list.
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
			for (const issue of parsed.error.issues)
				context.addIssue({ ...issue, path: [index, ...issue.path] });
		}
		return { entries, oddEntries };
	});
}
