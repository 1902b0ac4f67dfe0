import type { Locator } from 'playwright-core';

/** What must not stand where people read: something was not translated, not resolved or not escaped. */
const UNRESOLVED: Array<[what: string, pattern: RegExp]> = [
	['a value that is not there', /\bundefined\b|\bnull\b|\bNaN\b/],
	['an object as text', /\[object \w+\]/],
	['an expression', /\{\{|\}\}|\$parameter|\$json/],
	['markup as text', /<\/?[a-z]+[\s>]|&[a-z]+;/],
	[
		'the key of a translation',
		/(?<![\w./@:-])[a-z][A-Za-z]{2,}(?:\.[a-z][A-Za-z0-9]{2,})+(?![\w/])/,
	],
];

const ADDRESS = /https?:\/\/\S+/g;

/** Each piece of text of the area that was not resolved, with what it is; placeholders count as well. */
export async function unresolvedTexts(area: Locator): Promise<string[]> {
	const placeholders = await area
		.locator('[placeholder]')
		.evaluateAll((fields) => fields.map((field) => field.getAttribute('placeholder') ?? ''));
	const lines = [...(await area.innerText()).split('\n'), ...placeholders].map((line) =>
		line.replace(ADDRESS, '').trim(),
	);
	return lines.flatMap((line) =>
		UNRESOLVED.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${what}: ${line}`),
	);
}
