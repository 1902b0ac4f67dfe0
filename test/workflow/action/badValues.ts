import type { GenericValue } from 'n8n-workflow';

const LONG = 'x'.repeat(10_000);

/** What an expression can come to that is no value of any parameter. */
const NOTHING = [undefined, null, { a: 1 }];

const numbers = (...outside: number[]): GenericValue[] => [
	...NOTHING,
	'',
	[1],
	'many',
	NaN,
	true,
	LONG,
	...outside,
];

/** By kind of parameter, values that must be refused. */
export const BAD_VALUES = {
	id: [
		...NOTHING,
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
	text: [...NOTHING, '', '  ', [], true, LONG],
	flag: [...NOTHING, '', 'yes', 1, [], LONG],
	choice: [...NOTHING, '', 'another', 1, [], '../user', LONG],
	list: [
		...NOTHING,
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
		...NOTHING,
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
	clock: [...NOTHING, '', '24:00', '7:00', '22.00', '22:60', '../', 22, LONG],
	json: [...NOTHING.slice(0, 2), '', '{', '[]', [], {}, '{}', 'text', 7, LONG],
	address: [...NOTHING, '', 'done', '//a', '../done', 7, `https://a.b/${LONG}`],
} satisfies Record<string, GenericValue[]>;

export type Kind = keyof typeof BAD_VALUES;
