/** The values of the Smartcar dashboard, and the token that is made of two of them (service: 3.4). */
export type DashboardValue =
	'clientId' | 'clientSecret' | 'applicationId' | 'managementToken' | 'accessToken';

/** What a pasted text gives away by its shape alone. */
interface Shape {
	pattern: RegExp;
	/** What is said of the field, after its name. */
	says: string;
	/** The value that the text probably is: no slip where that one is asked for. */
	is?: DashboardValue;
}

/**
 * The first one that fits counts. Client secret and Application Management Token have no shape of their own; that
 * client IDs begin with `client_` is observed, not guaranteed, so nothing is refused for its shape alone.
 */
const SHAPES: Shape[] = [
	{
		pattern: /^[•●∙·⋅*]{3,}/u,
		says: 'is a row of dots: have the dashboard show the value before you copy it',
	},
	{
		pattern: /^["'`“”„‘’«»]/u,
		says: 'begins with a quotation mark: paste it without quotation marks',
	},
	{ pattern: /^[{[]/, says: 'looks like a whole answer in JSON: paste the one value only' },
	{
		pattern: /^(bearer|basic)\s/i,
		says: "begins with 'Bearer' or 'Basic': paste only what follows",
	},
	{
		pattern: /^[a-z_ -]*(id|secret|token)\s*[:=]\s*\S/i,
		says: 'begins with the name of the value: paste only what follows the colon or equals sign',
	},
	{ pattern: /\s/, says: 'has a space or a line break inside: more than the value was pasted' },
	{ pattern: /^https?:\/\//i, says: 'is a web address' },
	{
		pattern: /^client_/,
		is: 'clientId',
		says: "looks like the client ID, which usually begins with 'client_'",
	},
	{
		pattern: /^(app_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
		is: 'applicationId',
		says: 'looks like the Application ID, a UUID',
	},
	{
		pattern: /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
		is: 'accessToken',
		says: 'looks like an access token, which Smartcar issues for the client ID and client secret',
	},
];

/**
 * What probably went wrong when a value was pasted into a field of a credential, as a sentence without a full stop;
 * undefined when its shape says nothing. It holds nothing of the value. For values that Smartcar has refused: what it
 * accepts is right, whatever it looks like.
 * @param label the field's name in the editor
 */
export function slipIn(label: string, wanted: DashboardValue, value: string): string | undefined {
	const shape = SHAPES.find(({ pattern, is }) => is !== wanted && pattern.test(value));
	return shape && `The '${label}' in this credential ${shape.says}`;
}

/** A field of a credential as text, without the blanks that come along when something is copied. */
export function pastedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
