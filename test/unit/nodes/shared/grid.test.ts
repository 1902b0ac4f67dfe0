import { gridCells, placeInWords } from '../../../../nodes/shared/grid';

test.each([
	[100, 100],
	[101, 0],
])('of a grid with %d values, %d are read', (count, expected) => {
	const values = Array.from({ length: count }, (_, row) => ({ row, column: 0 }));

	expect(gridCells({ values })).toHaveLength(expected);
});

test('of several entries for one place, the last values are read', () => {
	const values = [
		{ row: 0, column: 0, isOpen: true },
		{ row: 0, column: 1, isOpen: true },
		{ row: 0, column: 0, isOpen: false },
		{ row: 0, column: 0, isOpen: null },
	];

	expect(gridCells({ values }).map(({ place, cell }) => [place, cell.isOpen])).toEqual([
		['frontLeft', false],
		['frontRight', true],
	]);
});

describe('the name of a place', () => {
	const places = (cells: Array<[unknown, unknown]>, counts = {}) =>
		gridCells({ values: cells.map(([row, column]) => ({ row, column })), ...counts }).map(
			({ place }) => place,
		);

	test.each<[string, Array<[unknown, unknown]>, object, string[]]>([
		[
			'of a car',
			[
				[0, 0],
				[1, 1],
			],
			{ rowCount: 2, columnCount: 2 },
			['frontLeft', 'backRight'],
		],
		[
			'of a car whose cells come in another order',
			[
				[1, 1],
				[0, 1],
				[1, 0],
				[0, 0],
			],
			{},
			['frontLeft', 'frontRight', 'backLeft', 'backRight'],
		],
		[
			'of cells whose row and column are text',
			[
				['0', '1'],
				['1', '0'],
			],
			{},
			['frontRight', 'backLeft'],
		],
		[
			'of three axles',
			[
				[0, 0],
				[1, 0],
				[2, 1],
			],
			{},
			['row0Column0', 'row1Column0', 'row2Column1'],
		],
		[
			'of twin wheels',
			[
				[0, 0],
				[1, 3],
			],
			{},
			['row0Column0', 'row1Column3'],
		],
		[
			'of two rows, if rowCount says that there are three',
			[
				[0, 0],
				[1, 0],
			],
			{ rowCount: 3 },
			['row0Column0', 'row1Column0'],
		],
		[
			'of two columns, if columnCount says that there are four',
			[[1, 1]],
			{ columnCount: '4' },
			['row1Column1'],
		],
		[
			'of three rows, although rowCount says that there are two',
			[
				[0, 0],
				[2, 0],
			],
			{ rowCount: 2 },
			['row0Column0', 'row2Column0'],
		],
		[
			'of the one cell with a usable row',
			[
				['front', 0],
				[null, 1],
				[0.5, 0],
				[-1, 0],
				[0, 1],
			],
			{},
			['frontRight'],
		],
	])('%s', (_what, cells, counts, expected) => {
		expect(places(cells, counts)).toEqual(expected);
	});
});

describe('a place in words', () => {
	const grid = (rowCount: number, columnCount: number) => ({ values: [], rowCount, columnCount });

	test.each([
		['frontLeft', grid(2, 2), 'front left'],
		['backRight', undefined, 'back right'],
		['row0Column1', grid(3, 2), 'front right'],
		['row1Column0', grid(3, 2), 'middle left'],
		['row2Column0', grid(3, 1), 'back left'],
		['row1Column0', grid(4, 2), undefined],
		['row1Column0', grid(2, 4), undefined],
	])('%s of %j is %s', (place, body, words) => {
		expect(placeInWords(place, body)).toBe(words);
	});
});
