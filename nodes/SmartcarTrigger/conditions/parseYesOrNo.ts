const TRUE = ['true', 'yes', 'on', 'open', '1'];
const FALSE = ['false', 'no', 'off', 'closed', '0'];

/** The boolean that a text such as `yes` or `closed` means, or undefined for any other text. */
export function parseYesOrNo(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim().toLowerCase();
	if (TRUE.includes(text)) return true;
	return FALSE.includes(text) ? false : undefined;
}
