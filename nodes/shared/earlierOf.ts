/** The earlier one of two times in ISO 8601. */
export const earlierOf = (one: string, other: string): string =>
	// Not compared as text, because a year after 9999 begins with a plus sign, and would come first.
	Date.parse(one) > Date.parse(other) ? other : one;
