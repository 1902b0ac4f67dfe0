/** Whether a status is that of a signal that was read, or blank, which says nothing. */
export const isSuccessStatus = (status: string): boolean => /^(success|)$/i.test(status.trim());

/** A status that says why a signal failed, such as UNAVAILABLE. Undefined for one that does not. */
export const statusAsCode = (status: string): string | undefined =>
	/^(success|error|)$/i.test(status.trim()) ? undefined : status.trim();
