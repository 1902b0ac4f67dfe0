/** The earlier one of two times in ISO 8601. */
export const notAfter = (time: string, latest: string): string =>
	// Not compared as text: a year after 9999 begins with a plus sign.
	Date.parse(time) > Date.parse(latest) ? latest : time;
