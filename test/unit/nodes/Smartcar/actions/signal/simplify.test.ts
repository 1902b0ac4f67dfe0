import type { IDataObject } from 'n8n-workflow';
import { isFailed, simplifySignal } from '../../../../../../nodes/Smartcar/actions/signal/simplify';
import { signal } from '../../../../../../nodes/Smartcar/actions/signal/schema';

const EMPTY = {
	name: null,
	group: null,
	value: null,
	unit: null,
	failed: false,
	errorType: null,
	errorCode: null,
	stale: null,
	oemUpdatedAt: null,
	retrievedAt: null,
	vehicleId: 'v1',
};

test('missing values are null', () => {
	expect(simplifySignal(signal.parse({ id: 'wheel-tires', attributes: {} }), 'v1')).toEqual({
		code: 'wheel-tires',
		...EMPTY,
	});
});

test.each([
	['milliseconds', 1772442895000, '2026-03-02T09:14:55.000Z'],
	['seconds', 1772442895, '2026-03-02T09:14:55.000Z'],
	['text', '2026-03-02T10:14:55+01:00', '2026-03-02T09:14:55.000Z'],
	['no time', 0, null],
	['other text', 'lately', 'lately'],
])('a time as %s', (_what, oemUpdatedAt, expected) => {
	const parsed = signal.parse({ attributes: { code: 'charge-voltage' }, meta: { oemUpdatedAt } });
	expect(simplifySignal(parsed, 'v1')).toMatchObject({ oemUpdatedAt: expected });
});

test.each<[IDataObject | null | undefined, boolean]>([
	[undefined, false],
	[null, false],
	[{}, false],
	[{ value: 'success' }, false],
	[{ value: 'ERROR' }, true],
	[{ value: 'UNAVAILABLE' }, true],
	[{ error: { type: 'PERMISSION', code: null } }, true],
	[{ value: 'SUCCESS', error: null }, false],
])('the status %j means failed: %s', (status, expected) => {
	expect(isFailed(signal.parse({ id: 'a', attributes: { status } }))).toBe(expected);
});

test('a failed signal without a body has no stale value', () => {
	const attributes = { code: 'a', status: { value: 'ERROR' } };
	const parsed = signal.parse({ attributes, meta: { retrievedAt: 1772442895 } });
	expect(simplifySignal(parsed, 'v1')).toEqual({
		code: 'a',
		...EMPTY,
		failed: true,
		errorCode: 'ERROR',
	});
});
