/**
 * The values that a credential can hold. All but the access token are in the Smartcar dashboard.
 */
export type CredentialValue =
	'clientId' | 'clientSecret' | 'applicationId' | 'managementToken' | 'accessToken';

interface Mistake {
	pattern: RegExp;
	/** The end of a sentence that begins with the name of the field. */
	description: string;
	/** The values that have this format. It is no mistake in their fields. */
	formatOf?: CredentialValue[];
}

/**
 * The first match counts. Client secrets and Application Management Tokens have no known format.
 */
const MISTAKES: Mistake[] = [
	{
		pattern: /^[•●∙·⋅*]{3,}/u,
		description: 'is a row of dots: show the value in the dashboard before you copy it',
	},
	{
		pattern: /^["'`“”„‘’«»]/u,
		description: 'begins with a quotation mark: paste it without quotation marks',
	},
	{ pattern: /^[{[]/, description: 'looks like a JSON response: paste only the value' },
	{
		pattern: /^(bearer|basic)\s/i,
		description: "begins with 'Bearer' or 'Basic': paste only the text after it",
	},
	{
		pattern: /^[a-z_ -]*(id|secret|token)\s*[:=]\s*\S/i,
		description:
			'begins with the name of the value: paste only the text after the colon or equals sign',
	},
	{ pattern: /\s/, description: 'has a space or a line break inside: paste only the value' },
	{ pattern: /^https?:\/\//i, description: 'is a web address: paste the value itself' },
	{
		pattern: /^client_/,
		formatOf: ['clientId'],
		description: "looks like the client ID, which usually begins with 'client_'",
	},
	{
		pattern: /^app_[0-9a-f-]{36}$/i,
		formatOf: ['applicationId'],
		description: 'looks like the Application ID',
	},
	{
		// Access tokens of a vehicle are UUIDs, too, and so are older client secrets.
		pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
		formatOf: ['applicationId', 'accessToken', 'clientSecret'],
		description: 'looks like the Application ID, a UUID',
	},
	{
		pattern: /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
		formatOf: ['accessToken'],
		description:
			'looks like an access token, which Smartcar issues for the client ID and client secret',
	},
];

/**
 * Describes the probable mistake in a value, as a sentence without its period and without the
 * value.
 *
 * Smartcar does not guarantee these formats. So use the result as a hint, or as an error only after
 * Smartcar has rejected the value.
 *
 * @param label the name of the field in the editor
 * @param expected the value that belongs in the field
 * @returns undefined if the format shows no mistake
 */
export function describeMistake(
	label: string,
	expected: CredentialValue,
	value: string,
): string | undefined {
	const mistake = MISTAKES.find(
		({ pattern, formatOf }) => !formatOf?.includes(expected) && pattern.test(value),
	);
	return mistake && `The '${label}' in this credential ${mistake.description}`;
}

/** Returns the text of a credential field without the whitespace around a pasted value. */
export function trimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
