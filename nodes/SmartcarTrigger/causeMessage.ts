/** The message of what was thrown, which need not be an Error. */
export const causeMessage = (cause: unknown): string =>
	cause instanceof Error ? cause.message : String(cause);
