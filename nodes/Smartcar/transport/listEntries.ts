import { z } from 'zod';

/** An entry of a list that does not fit its schema. */
export interface InvalidEntry {
	/** The entry as Smartcar sent it. */
	value: unknown;
	error: z.ZodError;
}

/** The first problem that zod has found, such as `'relationships.user' Required`. */
export function describeProblem({ issues: [issue] }: z.ZodError): string {
	if (issue === undefined) return 'unknown';
	return [issue.path.length > 0 && `'${issue.path.join('.')}'`, issue.message]
		.filter(Boolean)
		.join(' ');
}

/** Returns the schema of one page of a list. Its output separates valid from invalid entries. */
export function pageEntriesSchema<T extends z.ZodTypeAny>(entrySchema: T) {
	return z.array(z.unknown()).transform((values) => {
		const entries: Array<z.output<T>> = [];
		const invalidEntries: InvalidEntry[] = [];
		for (const value of values) {
			const parsed = entrySchema.safeParse(value);
			if (parsed.success) entries.push(parsed.data);
			else invalidEntries.push({ value, error: parsed.error });
		}
		return { entries, invalidEntries };
	});
}

/**
 * Returns the schema of a whole list, like {@link pageEntriesSchema}. It fails if all entries are
 * invalid, because then Smartcar has changed its API.
 */
export function listEntriesSchema<T extends z.ZodTypeAny>(entrySchema: T) {
	return pageEntriesSchema(entrySchema).superRefine(({ entries, invalidEntries }, context) => {
		if (entries.length > 0) return;
		for (const issue of invalidEntries[0]?.error.issues ?? [])
			context.addIssue({ ...issue, path: [0, ...issue.path] });
	});
}
