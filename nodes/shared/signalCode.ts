import type { IDataObject } from 'n8n-workflow';

/**
 * The code of a signal from its dotted name, as in the dashboard and in old events: `wheel-tires`
 * for `Wheel.Tires`. A code stays as it is, but in lower case.
 */
export const toSignalCode = (text: string): string => text.toLowerCase().replace('.', '-');

/** Whether a text can be the code of a signal: a group and a name, such as `wheel-tires`. */
export const isSignalCode = (text: string): boolean => /^[\w.]+(-[\w.]+)+$/.test(text);

/**
 * The fields of signals by their codes. If a code comes more than once, as `charge-chargelimits` of
 * two types, the further ones are `charge-chargelimits-2` and so on.
 */
export function keyByCode(
	signals: Array<{ code: string; fields: IDataObject }>,
): Record<string, IDataObject> {
	const byCode: Record<string, IDataObject> = {};
	const lastCounts = new Map<string, number>();
	for (const { code, fields } of signals) {
		let count = lastCounts.get(code) ?? 1;
		let key = count === 1 ? code : `${code}-${count}`;
		// `in` also finds `__proto__`, which cannot be assigned.
		while (key in byCode) key = `${code}-${++count}`;
		lastCounts.set(code, count);
		byCode[key] = fields;
	}
	return byCode;
}
