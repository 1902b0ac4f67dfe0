import type { Locator } from 'playwright-core';

/** What a user must not see: texts that were not translated, evaluated or rendered. */
const UNRESOLVED: Array<[description: string, pattern: RegExp]> = [
	['a missing value', /\bundefined\b|\bnull\b|\bNaN\b/],
	['an object as text', /\[object \w+\]/],
	['an expression', /\{\{|\}\}|\$parameter|\$json/],
	['markup as text', /<\/?[a-z]+[\s>]|&[a-z]+;/],
	['a translation key', /(?<![\w./@:-])[a-z][A-Za-z]{2,}(?:\.[a-z][A-Za-z0-9]{2,})+(?![\w/])/],
];

const URL_PATTERN = /https?:\/\/\S+/g;

/** Finds the visible lines and placeholders with such a text. */
export async function unresolvedTexts(area: Locator): Promise<string[]> {
	const placeholders = await area
		.locator('[placeholder]')
		.evaluateAll((fields) => fields.map((field) => field.getAttribute('placeholder') ?? ''));
	const lines = [...(await area.innerText()).split('\n'), ...placeholders].map((line) =>
		line.replace(URL_PATTERN, '').trim(),
	);
	return lines.flatMap((line) =>
		UNRESOLVED.filter(([, pattern]) => pattern.test(line)).map(
			([description]) => `${description}: ${line}`,
		),
	);
}
