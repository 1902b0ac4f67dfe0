import type { IDataObject } from 'n8n-workflow';
import { isObject } from './isObject';
import { splitCamelCase } from './signalNames';
import { toFiniteNumber } from './toNumber';
import { withoutAbsent } from './withoutAbsent';

/** One entry in `values` of a signal about tires, doors or windows. */
interface GridCell {
	/**
	 * Such as `frontLeft`, or `row2Column0` (counted from 0) if the vehicle has more than two rows or
	 * columns.
	 */
	place: string;
	cell: IDataObject;
}

/** A row or a column. */
function toIndex(value: unknown): number | undefined {
	const number = toFiniteNumber(value) ?? NaN;
	return Number.isInteger(number) && number >= 0 ? number : undefined;
}

const ROWS = ['front', 'back'];
const COLUMNS = ['Left', 'Right'];

/** No vehicle has more tires, doors or windows. A longer list is not read. */
export const MAX_CELLS = 100;

/**
 * The entries of a signal that have a row and a column, and how many rows and columns there are.
 */
function readGrid(body: IDataObject | null | undefined) {
	const sent: unknown[] = Array.isArray(body?.values) ? body.values : [];
	const values = sent.length > MAX_CELLS ? [] : sent;
	const cells = values.flatMap((cell) => {
		if (!isObject(cell)) return [];
		const row = toIndex(cell.row);
		const column = toIndex(cell.column);
		return row === undefined || column === undefined ? [] : [{ row, column, cell }];
	});
	const rowCount = Math.max(
		toFiniteNumber(body?.rowCount) ?? 0,
		...cells.map(({ row }) => row + 1),
	);
	const columnCount = Math.max(
		toFiniteNumber(body?.columnCount) ?? 0,
		...cells.map(({ column }) => column + 1),
	);
	return { cells, rowCount, columnCount };
}

/**
 * The entries of a signal that have a row and a column, by row and then by column. Smartcar sends
 * them in any order. Several entries for one place count as one: of each field, the last
 * value.
 */
export function gridCells(body: IDataObject | null | undefined): GridCell[] {
	const { cells, rowCount, columnCount } = readGrid(body);
	// "Back" would be wrong for the middle one of three axles.
	const hasNames = rowCount <= ROWS.length && columnCount <= COLUMNS.length;
	const sorted = cells.sort((a, b) => a.row - b.row || a.column - b.column);
	const cellByPlace = new Map<string, IDataObject>();
	for (const { row, column, cell } of sorted) {
		const place = hasNames ? `${ROWS[row]}${COLUMNS[column]}` : `row${row}Column${column}`;
		const earlier = cellByPlace.get(place);
		cellByPlace.set(place, earlier ? { ...earlier, ...withoutAbsent(cell) } : cell);
	}
	return Array.from(cellByPlace, ([place, cell]) => ({ place, cell }));
}

/**
 * What people call the place of a cell: `back left` for `backLeft`, and also for `row2Column0` of a
 * vehicle with three rows. Undefined if the vehicle has more rows, or more than two columns.
 */
export function placeInWords(
	place: string,
	body: IDataObject | null | undefined,
): string | undefined {
	const [, row, column] = /^row(\d+)Column(\d+)$/.exec(place) ?? [];
	if (row === undefined || column === undefined) return splitCamelCase(place).toLowerCase();
	const { rowCount, columnCount } = readGrid(body);
	if (rowCount !== 3 || columnCount > COLUMNS.length) return undefined;
	return `${['front', 'middle', 'back'][Number(row)]} ${COLUMNS[Number(column)]}`.toLowerCase();
}
