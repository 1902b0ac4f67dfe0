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

/** Finds the visible lines, and the placeholders and values of fields, with such a text. */
export async function unresolvedTexts(area: Locator): Promise<string[]> {
	const fieldTexts = await area
		.locator('input, textarea')
		.evaluateAll((fields) =>
			fields.flatMap((field) => [
				field.getAttribute('placeholder') ?? '',
				'value' in field ? String(field.value) : '',
			]),
		);
	const lines = [await area.innerText(), ...fieldTexts]
		.flatMap((text) => text.split('\n'))
		.map((line) => line.replace(URL_PATTERN, '').trim());
	return lines.flatMap((line) =>
		UNRESOLVED.filter(([, pattern]) => pattern.test(line)).map(
			([description]) => `${description}: ${line}`,
		),
	);
}
