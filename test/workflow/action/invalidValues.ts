import type { GenericValue } from 'n8n-workflow';

const LONG = 'x'.repeat(10_000);

/** Results of an expression that no parameter accepts. */
const UNUSABLE = [undefined, null, { a: 1 }];

/** @param outside numbers that the parameter does not allow */
const numbers = (...outside: number[]): GenericValue[] => [
	...UNUSABLE,
	'',
	[1],
	'many',
	NaN,
	true,
	LONG,
	...outside,
];

/** Values that are no JSON object with fields. */
const JSON_VALUES = [undefined, null, '{', '[]', [], {}, '{}', 'text', 7, LONG];

/** Values that must be rejected, by kind of parameter. */
export const BAD_VALUES = {
	id: [
		...UNUSABLE,
		...[
			'',
			' ',
			'..',
			'../user',
			'a/b',
			'a\\b',
			'a%2Fb',
			'a%2fb',
			'%2e%2e',
			'a?b=c',
			'a#b',
			'a b',
			'undefined',
			LONG,
		],
		...[7, true, ['v1']],
	],
	/** Text of a filter. Empty text is the same as no filter. */
	text: [...UNUSABLE, [], true, LONG],
	nonEmptyText: [...UNUSABLE, '', ' ', [], true, LONG],
	/** An ID that the user's application assigns, so it can have any characters. */
	externalId: [...UNUSABLE, '', ' ', 'null', 'undefined', [], true, LONG],
	/** Empty text is the same as no ID, and so is an expression without a result. */
	optionalExternalId: [{ a: 1 }, ' ', 'null', 'undefined', [], true, LONG],
	permissions: [...UNUSABLE, 'Read Tires', ['read_tires&mode=test'], [null], [7], 7, LONG, [LONG]],
	boolean: [...UNUSABLE, '', 'yes', 1, [], LONG],
	choice: [...UNUSABLE, '', 'another', 1, [], '../user', LONG],
	list: [
		...UNUSABLE,
		'',
		[],
		[''],
		[null],
		[7],
		['../user'],
		['a/b'],
		['a%2Fb'],
		'a/b',
		7,
		LONG,
		[LONG],
	],
	paths: [
		...UNUSABLE,
		'/../user',
		['/../user'],
		'/a%2Fb',
		'https://a.b/c',
		'//a',
		'/a?b',
		'/batch',
		[7],
		7,
		LONG,
		[LONG],
	],
	limit: numbers(0, -1, 1.5),
	seconds: numbers(-1, 3601, 0.5),
	subscriptionWait: numbers(0, 601, 1.5),
	concurrency: numbers(0, 11, 1.5),
	percent: numbers(49, 101, 80.5),
	latitude: numbers(-90.1, 90.1),
	longitude: numbers(-180.1, 180.1),
	clock: [...UNUSABLE, '', '24:00', '7:00', '22.00', '22:60', '../', 22, LONG],
	days: [...UNUSABLE, '', 'monday', {}, { values: [] }, { values: [{ day: 'monday' }] }],
	json: ['', ...JSON_VALUES],
	/** Empty text is the same as none. */
	optionalJson: JSON_VALUES,
	address: [...UNUSABLE, '', 'done', '//a', '../done', 7, `https://a.b/${LONG}`],
} satisfies Record<string, GenericValue[]>;

export type ValueKind = keyof typeof BAD_VALUES;
