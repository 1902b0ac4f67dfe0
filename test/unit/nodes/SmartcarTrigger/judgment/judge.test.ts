import type { IDataObject } from 'n8n-workflow';
import { eventWith, signal, SimulatedN8n, SimulatedStore } from '../simulatedN8n';
import { below20, CHARGE, charge, fire, settings } from './chargeSeries';

const SERIES = [25, 19, 18, 21, 19, 26, 18];

test('a limit with a reset fires once, and again after the value has recovered', async () => {
	const n8n = new SimulatedN8n(settings(below20));

	expect(await fire(n8n, SERIES)).toEqual([19, 18]);
});

test('a limit with a reset starts an execution only for the first value, crossings and recoveries', async () => {
	const n8n = new SimulatedN8n(settings(below20));

	await fire(n8n, SERIES);

	expect(n8n.executions).toBe(4);
});

test.each(SERIES.map((_, index) => index))(
	'a restart after value %i of the series changes nothing',
	async (killAfter) => {
		const n8n = new SimulatedN8n(settings(below20));
		let delivered = 0;
		const fired = await fire(n8n, SERIES, () => delivered++ === killAfter && n8n.restart());

		expect(fired).toEqual([19, 18]);
	},
);

test('a restart after each value changes nothing', async () => {
	const n8n = new SimulatedN8n(settings(below20));

	expect(await fire(n8n, SERIES, () => n8n.restart())).toEqual([19, 18]);
});

test('publishing the workflow again after each value changes nothing', async () => {
	const n8n = new SimulatedN8n(settings(below20));

	expect(await fire(n8n, SERIES, async () => await n8n.publishAgain())).toEqual([19, 18]);
});

describe('two conditions', () => {
	const FUEL = 'internalcombustionengine-fuellevel';
	const lowFuel = { signal: FUEL, when: 'below', value: 10, unit: '%' };
	const read = (values: Record<string, number>, oemUpdatedAt?: number) =>
		eventWith(
			Object.entries(values).map(([code, value]) =>
				signal(
					code,
					{ value, unit: 'percent' },
					oemUpdatedAt === undefined ? {} : { meta: { oemUpdatedAt } },
				),
			),
		);
	const met = async (n8n: SimulatedN8n, body: IDataObject) =>
		(await n8n.deliver(body)).map(({ observation }) => observation.value);

	test('the old mark of a condition that was removed and added again does not count, even after another one is met', async () => {
		const store = new SimulatedStore();
		const both = settings(below20, lowFuel);
		await new SimulatedN8n(both, store).deliver(read({ [CHARGE]: 19, [FUEL]: 5 }));
		await new SimulatedN8n(settings(below20), store).deliver(read({ [CHARGE]: 30 }));
		const n8n = new SimulatedN8n(both, store);

		expect(await met(n8n, read({ [CHARGE]: 30, [FUEL]: 50 }))).toEqual([]);
		expect(await met(n8n, read({ [CHARGE]: 19, [FUEL]: 50 }))).toEqual([19]);
		n8n.restart();
		expect(await met(n8n, read({ [CHARGE]: 19, [FUEL]: 5 }))).toEqual([5]);
	});

	test('a late value does not end a condition when another one recovers', async () => {
		const n8n = new SimulatedN8n(settings(below20, lowFuel));
		const at = (minute: number) => Date.UTC(2026, 9, 1, 0, minute);

		expect(await met(n8n, read({ [CHARGE]: 19 }, at(0)))).toEqual([19]);
		expect(await met(n8n, read({ [FUEL]: 5 }, at(20)))).toEqual([5]);
		expect(await met(n8n, read({ [CHARGE]: 30, [FUEL]: 50 }, at(10)))).toEqual([]);
		n8n.restart();
		expect(await met(n8n, read({ [FUEL]: 5 }, at(30)))).toEqual([]);
	});

	test('if the store fails while a recovery asks whether the other condition has fired, that one fires', async () => {
		const n8n = new SimulatedN8n(settings(below20, lowFuel));
		expect(await met(n8n, read({ [CHARGE]: 19 }))).toEqual([19]);

		const record = n8n.store.checkProcessedAndRecord.bind(n8n.store);
		let calls = 0;
		jest.spyOn(n8n.store, 'checkProcessedAndRecord').mockImplementation(async (...call) => {
			const [, scope] = call;
			// The first call asks for the mark of the vehicle, the second one for that of the fuel level.
			if (scope === 'workflow' && ++calls === 2) throw new Error('database is locked');
			return await record(...call);
		});
		expect(await met(n8n, read({ [CHARGE]: 30 }))).toEqual([]);
		expect(calls).toBeGreaterThan(2);

		expect(await met(n8n, read({ [FUEL]: 5 }))).toEqual([5]);
	});
});

/** Signals of an event with a value for each place of a grid, by row and column. */
const grid = (code: string, field: string, rows: unknown[][], unit?: string) =>
	eventWith([
		signal(code, {
			values: rows.flatMap((columns, row) =>
				columns.map((value, column) => ({ row, column, [field]: value })),
			),
			...(unit !== undefined && { unit }),
		}),
	]);

const open = (code: string) => (rows: boolean[][]) => grid(code, 'isOpen', rows);
const tires = (rows: number[][]) => grid('wheel-tires', 'tirePressure', rows, 'psi');
/** A position this many meters north of the equator. */
const north = (meters: number) =>
	eventWith([
		signal('location-preciselocation', { latitude: (meters / 40_007_863) * 360, longitude: 10 }),
	]);
const area = { signal: 'location-preciselocation', latitude: 0, longitude: 10, radius: 500 };

/** The places that fired at each event of a series, `vehicle` for the whole vehicle. */
const placesFired = async (n8n: SimulatedN8n, series: IDataObject[], restarts: boolean) => {
	const fired: string[] = [];
	for (const event of series) {
		const met = await n8n.deliver(event);
		fired.push(met.map(({ observation }) => observation.place || 'vehicle').join(' '));
		if (restarts) n8n.restart();
	}
	return fired;
};

test.each<[string, IDataObject, () => IDataObject[], string[]]>([
	[
		'a door that opens',
		{ signal: 'closure-doors', when: 'becomes', value: 'true' },
		() =>
			[[[false, false]], [[true, false]], [[true, true]], [[false, true]], [[true, true]]].map(
				open('closure-doors'),
			),
		['', 'frontLeft', 'frontRight', '', 'frontLeft'],
	],
	[
		'one of the windows',
		{ signal: 'closure-windows', when: 'becomes', value: 'true', place: 'frontRight' },
		() => [[[true, false]], [[true, true]], [[true, true]]].map(open('closure-windows')),
		['', 'frontRight', ''],
	],
	[
		'a tire with a reset, each for itself',
		{ signal: 'wheel-tires', when: 'below', value: 30, resetAt: 33, unit: 'psi' },
		() => [[[36, 36]], [[29, 36]], [[31, 28]], [[29, 34]], [[34, 28]], [[29, 28]]].map(tires),
		['', 'frontLeft', 'frontRight', '', 'frontRight', 'frontLeft'],
	],
	[
		'an area that is left',
		{ ...area, when: 'leaves' },
		() => [100, 600, 900, 400, 501].map(north),
		['', 'vehicle', '', '', 'vehicle'],
	],
	[
		'an area that is left, with a reset',
		{ ...area, when: 'leaves', resetAt: 300 },
		() => [100, 600, 400, 600, 200, 600].map(north),
		['', 'vehicle', '', '', '', 'vehicle'],
	],
	[
		'an area that is entered, with a reset',
		{ ...area, when: 'enters', resetAt: 800 },
		() => [2_000, 400, 600, 400, 900, 400].map(north),
		['', 'vehicle', '', '', '', 'vehicle'],
	],
])('%s fires at these events', async (_what, condition, events, expected) => {
	for (const restarts of [false, true]) {
		const n8n = new SimulatedN8n(settings(condition));
		expect(await placesFired(n8n, events(), restarts)).toEqual(expected);
	}
});

test('of two conditions on tires, only the edited one fires again, for each tire', async () => {
	const store = new SimulatedStore();
	const low = { signal: 'wheel-tires', when: 'below', value: 30, unit: 'psi' };
	await new SimulatedN8n(settings(low, { ...low, value: 32 }), store).deliver(tires([[28, 29]]));

	const edited = new SimulatedN8n(settings(low, { ...low, value: 31 }), store);
	const met = await edited.deliver(tires([[28, 29]]));

	// 31 psi in kPa.
	const limit = expect.closeTo(213.74, 2);
	expect(met.map(({ observation: { place, condition } }) => [place, condition.rule])).toEqual([
		['frontLeft', expect.objectContaining({ when: 'below', limit })],
		['frontRight', expect.objectContaining({ when: 'below', limit })],
	]);
});

test('a vehicle that is seen first beyond the limit fires', async () => {
	expect(await fire(new SimulatedN8n(settings(below20)), [10, 9])).toEqual([10]);
});

test('if the first value of a vehicle is not beyond the limit, only the mark of the vehicle is removed', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	const remove = jest.spyOn(n8n.store, 'removeProcessed');

	expect(await n8n.deliver(charge(30))).toEqual([]);

	// n8n searches its whole list for each mark.
	expect(remove.mock.calls.map(([marks]) => marks.length)).toEqual([1]);
});

test('each vehicle is judged by itself', async () => {
	const n8n = new SimulatedN8n(settings(below20));

	for (const vehicle of ['a', 'b', 'a', 'b']) await n8n.deliver(charge(19, vehicle));

	expect(await n8n.deliver(charge(19, 'c'))).toHaveLength(1);
	expect(await n8n.deliver(charge(18, 'a'))).toEqual([]);
});

test('vehicles without an ID are told apart by their users', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	const of = (id: string) => ({
		data: { user: { id }, vehicle: { make: 'TESLA' }, signals: [signal(CHARGE, { value: 10 })] },
	});

	expect(await n8n.deliver(of('u-1'))).toHaveLength(1);
	expect(await n8n.deliver(of('u-2'))).toHaveLength(1);
	expect(await n8n.deliver(of('u-1'))).toEqual([]);
});

test('a test payload about a real vehicle does not change the state of its conditions', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	await n8n.deliver(charge(50));

	expect(await n8n.deliver(charge(10, 'v-1', { mode: 'TEST' }))).toHaveLength(1);
	expect(await n8n.deliver(charge(10))).toHaveLength(1);
});

test('each condition that an event meets gives an item, even two that are the same', async () => {
	const n8n = new SimulatedN8n(settings(below20, { ...below20, value: 30, resetAt: '' }, below20));

	expect(await n8n.deliver(charge(10))).toHaveLength(3);
});

test('only the condition that was edited fires again', async () => {
	const store = new SimulatedStore();
	const below30 = { ...below20, value: 30, resetAt: 30 };
	await new SimulatedN8n(settings(below20, below30), store).deliver(charge(10));

	const edited = new SimulatedN8n(settings({ ...below20, value: 21 }, below30), store);

	expect(
		(await edited.deliver(charge(10))).map(({ observation }) => observation.condition.rule),
	).toEqual([{ when: 'below', limit: 21, resetAt: 25 }]);
});

test('a limit in another unit is the same condition', async () => {
	const store = new SimulatedStore();
	const tiresBelow = (value: number, unit: string) =>
		settings({ signal: 'wheel-tires', when: 'below', value, unit });
	const flat = () =>
		eventWith([
			signal('wheel-tires', {
				values: [
					{ row: 0, column: 0, tirePressure: 180 },
					{ row: 0, column: 1, tirePressure: 240 },
				],
			}),
		]);
	expect(await new SimulatedN8n(tiresBelow(200, 'kPa'), store).deliver(flat())).toHaveLength(1);

	expect(await new SimulatedN8n(tiresBelow(2, 'bar'), store).deliver(flat())).toEqual([]);
});

test.each<[string, IDataObject, IDataObject, IDataObject]>([
	['by sequence', { sequence: 3 }, charge(26, 'v-1', { sequence: 2 }), { sequence: 4 }],
	[
		'by the time of the signal',
		{},
		eventWith([signal(CHARGE, { value: 26 }, { meta: { oemUpdatedAt: 1_700_000_000_000 } })]),
		{},
	],
])('an event that is older %s changes nothing', async (_order, firstMeta, older, nextMeta) => {
	const n8n = new SimulatedN8n(settings(below20));
	await n8n.deliver(charge(19, 'v-1', firstMeta));

	await n8n.deliver(older);

	expect(await n8n.deliver(charge(18, 'v-1', nextMeta))).toEqual([]);
});

test('a time in the future does not make later events older', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	const at = (value: number, oemUpdatedAt: number, retrievedAt: number) =>
		eventWith([signal(CHARGE, { value }, { meta: { oemUpdatedAt, retrievedAt } })]);
	const [now, year] = [Date.UTC(2026, 10, 1), 365 * 24 * 60 * 60 * 1000];

	await n8n.deliver(at(30, now + year, now + 1_000));

	expect(await n8n.deliver(at(19, now + 2_000, now + 3_000))).toHaveLength(1);
});

test('a time in another unit, which is after the year 9999, does not make the event older', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	const at = (value: number, oemUpdatedAt: number) =>
		eventWith([signal(CHARGE, { value }, { meta: { oemUpdatedAt } })]);
	await n8n.deliver(at(30, Date.UTC(2026, 10, 1)));

	expect(await n8n.deliver(at(19, Date.UTC(2026, 10, 2) * 1_000))).toHaveLength(1);
});

test('a time in the future does not make later events older, even if nothing says when it was read', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	const at = (value: number, oemUpdatedAt: number) =>
		eventWith([signal(CHARGE, { value }, { meta: { oemUpdatedAt } })]);

	await n8n.deliver(at(30, Date.UTC(2100, 0, 1)));

	expect(await n8n.deliver(at(19, Date.now() + 60_000))).toHaveLength(1);
});

test('a failed signal changes nothing, even with the body of an earlier reading', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	await n8n.deliver(charge(19));
	const status = { value: 'ERROR', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } };

	await n8n.deliver(eventWith([signal(CHARGE, { value: 80 }, { status })]));

	expect(await n8n.deliver(charge(18))).toEqual([]);
});

test('the active charge limit counts before the general one of another signal', async () => {
	const LIMITS = 'charge-chargelimits';
	const n8n = new SimulatedN8n(settings({ signal: LIMITS, when: 'below', value: 85, unit: '%' }));
	const [general, active] = [
		signal(LIMITS, { activeLimit: null, values: [{ type: 'GLOBAL', limit: 90 }] }),
		signal(LIMITS, { activeLimit: 80, values: [{ type: 'CHARGING_TYPE', limit: 80 }] }),
	];

	expect(await n8n.deliver(eventWith([general, active]))).toHaveLength(1);
});

test('of two signals with one code, the one that has a value counts', async () => {
	const LIMITS = 'charge-chargelimits';
	const n8n = new SimulatedN8n(settings({ signal: LIMITS, when: 'below', value: 90, unit: '%' }));
	const [first, second] = [
		signal(LIMITS, { activeLimit: null }),
		signal(LIMITS, { activeLimit: 80, unit: 'percent' }),
	];

	expect(await n8n.deliver(eventWith([first, second]))).toHaveLength(1);
});

test.each<[string, IDataObject, number]>([
	['the active charge limit', { activeLimit: 80, values: [{ type: 'GLOBAL', limit: 90 }] }, 1],
	[
		'without an active one the limit that applies everywhere',
		{
			activeLimit: null,
			values: [
				{ type: 'LOCATION', limit: 95 },
				{ type: 'global', limit: 80 },
			],
		},
		1,
	],
	[
		'none of the limits of places',
		{ activeLimit: null, values: [{ type: 'LOCATION', limit: 80 }] },
		0,
	],
])('a condition on the charge limit takes %s', async (_what, body, count) => {
	const LIMITS = 'charge-chargelimits';
	const n8n = new SimulatedN8n(settings({ signal: LIMITS, when: 'below', value: 90, unit: '%' }));

	expect(await n8n.deliver(eventWith([signal(LIMITS, { ...body, unit: 'percent' })]))).toHaveLength(
		count,
	);
});

test.each<[string, IDataObject, IDataObject, IDataObject]>([
	[
		'a tire',
		{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' },
		{ values: [] },
		{ values: [{ row: 0, column: 0, tirePressure: 150 }], unit: 'kPa' },
	],
	[
		'a door',
		{ signal: 'closure-doors', when: 'becomes', value: 'true' },
		{ values: [{ row: 0, column: 0, isOpen: null }] },
		{ values: [{ row: 0, column: 0, isOpen: true }] },
	],
	[
		'a position',
		{
			...{ signal: 'location-preciselocation', when: 'leaves' },
			...{ latitude: 50, longitude: 14, radius: 500 },
		},
		{ latitude: null, longitude: null },
		{ latitude: 51, longitude: 14 },
	],
])('of two signals with one code, the one that has %s counts', async (_what, row, empty, body) => {
	const n8n = new SimulatedN8n(settings(row));
	const [first, second] = [empty, body].map((one) => signal(String(row.signal), one));

	expect(await n8n.deliver(eventWith([first ?? {}, second ?? {}]))).toHaveLength(1);
});

test('a value of another type does not fire, and is logged once an hour', async () => {
	const n8n = new SimulatedN8n(settings(below20, { ...below20, value: 10 }));

	for (const value of ['low', true, { level: 1 }])
		expect(await n8n.deliver(eventWith([signal(CHARGE, { value })]))).toEqual([]);

	expect(n8n.log.filter((line) => line.includes('cannot evaluate'))).toHaveLength(1);
	expect(n8n.log[0]).toContain(CHARGE);
});

test('an unusable value is logged once an hour for each signal', async () => {
	const FUEL = 'internalcombustionengine-fuellevel';
	const fuel = { signal: FUEL, when: 'below', value: 10, unit: '%' };
	const n8n = new SimulatedN8n(settings(below20, fuel));
	const now = jest.spyOn(performance, 'now');
	const logged: unknown[] = [];
	for (const minute of [0, 59, 61]) {
		now.mockReturnValue(minute * 60_000);
		await n8n.deliver(eventWith([CHARGE, FUEL].map((code) => signal(code, { value: 'low' }))));
		logged.push(
			n8n.log.splice(0).map((line) => /the signal "(.*)" of the vehicle v-1:/.exec(line)?.[1]),
		);
	}
	now.mockRestore();

	expect(logged).toEqual([[CHARGE, FUEL], [], [CHARGE, FUEL]]);
});

test.each<[string, IDataObject[string]]>([
	['a number', 18],
	['a text', '18'],
	['a list', [18]],
])('a signal whose body is %s is logged once an hour', async (_what, body) => {
	const n8n = new SimulatedN8n(settings(below20));

	for (let delivery = 0; delivery < 2; delivery++)
		expect(await n8n.deliver(eventWith([{ code: CHARGE, body }]))).toEqual([]);

	expect(n8n.log.filter((line) => line.includes('cannot evaluate'))).toEqual([
		expect.stringContaining('data.signals.0.body: Expected an object'),
	]);
});

test.each<[string, IDataObject[string]]>([
	['are not a list', 'none'],
	['have no codes', [{ body: { value: 18 } }]],
])('signals that %s are logged', async (_what, signals) => {
	const n8n = new SimulatedN8n(settings(below20));

	await n8n.deliver({ data: { vehicle: { id: 'v-1' }, signals } });

	expect(n8n.log.filter((line) => line.includes('cannot evaluate'))).toHaveLength(1);
});

test('a part that could not be read is not logged for a signal that has failed', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	const status = { value: 'ERROR', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } };

	await n8n.deliver(eventWith([signal(CHARGE, {}, { status }), { code: 'a-b', body: 18 }]));

	expect(n8n.log.filter((line) => line.includes('cannot evaluate'))).toEqual([]);
});

test('a store that fails makes a condition fire rather than stay silent', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	n8n.store.isBroken = true;

	expect(await fire(n8n, [19, 18])).toEqual([19]);
	n8n.restart();

	expect(await fire(n8n, [17])).toEqual([17]);
});

test('publishing the workflow again forgets a state that the store failed to record', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	n8n.store.isBroken = true;
	expect(await fire(n8n, [19])).toEqual([19]);
	n8n.store.isBroken = false;
	await n8n.publishAgain();

	expect(await fire(n8n, [18])).toEqual([18]);
});

/** An n8n whose store has failed to record a recovery, and still fails. */
async function withUnsavedRecovery(): Promise<SimulatedN8n> {
	const n8n = new SimulatedN8n(settings(below20));
	await fire(n8n, [19]);
	n8n.store.isBroken = true;
	await fire(n8n, [30]);
	return n8n;
}

test('a recovery that the store failed to record is not forgotten while n8n runs', async () => {
	const n8n = await withUnsavedRecovery();
	n8n.store.isBroken = false;

	expect(await fire(n8n, [18])).toEqual([18]);
});

test('a recovery does not count as saved if the store failed to remove the marks from before', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	await fire(n8n, [19]);
	const remove = jest.spyOn(n8n.store, 'removeProcessed');
	for (let attempt = 0; attempt < 3; attempt++)
		remove.mockRejectedValueOnce(new Error('database is locked'));
	await fire(n8n, [30]);
	expect(remove).toHaveBeenCalledTimes(3);
	await fire(n8n, [31]);
	n8n.restart();

	expect(await fire(n8n, [18])).toEqual([18]);
});

test('a sender that hangs up while n8n stores the event does not make a condition fire twice', async () => {
	const n8n = new SimulatedN8n(settings(below20));
	await fire(n8n, [30]);

	expect(await n8n.deliver(charge(19), { sender: 'hangsUp' })).toHaveLength(1);

	expect(await fire(n8n, [18])).toEqual([]);
});

test('a sender that hangs up does not make n8n forget a recovery that the store failed to record', async () => {
	const n8n = await withUnsavedRecovery();
	await n8n.deliver(charge(31), { sender: 'hangsUp' });
	n8n.store.isBroken = false;

	expect(await fire(n8n, [18])).toEqual([18]);
});

test('a sender that hangs up after a recovery that the store failed to record does not make a condition fire twice', async () => {
	const n8n = await withUnsavedRecovery();
	n8n.store.isBroken = false;

	expect(await n8n.deliver(charge(19), { sender: 'hangsUp' })).toHaveLength(1);
	expect(await fire(n8n, [18])).toEqual([]);
});

test.each([
	['succeeds', []],
	['fails', [19]],
] as const)(
	'an event whose sender hangs up fires again only if the workflow fails, here it %s',
	async (workflow, expected) => {
		const options = { acknowledge: 'lastNode' };
		const n8n = new SimulatedN8n({ ...settings(below20), options });
		const event = { eventId: 'e-1', ...charge(19) };
		expect(await n8n.deliver(event, { workflow, sender: 'hangsUp' })).toHaveLength(1);

		const again = await n8n.deliver(event);
		expect(again.map(({ observation }) => observation.value)).toEqual(expected);
		expect(await fire(n8n, [18])).toEqual([]);
	},
);

test('an execution that throws while it asks the store does not block the next event of its vehicle', async () => {
	const options = { acknowledge: 'lastNode' };
	const n8n = new SimulatedN8n({ ...settings(below20), options });
	n8n.store.isBroken = true;
	n8n.logIsBroken = true;
	await expect(n8n.deliver(charge(19))).rejects.toThrow('disk full');
	n8n.store.isBroken = false;
	n8n.logIsBroken = false;

	expect(await fire(n8n, [18])).toEqual([18]);
});

describe('the expression of a condition gives another result in the execution', () => {
	const below19 = { ...below20, value: 19 };
	const below15 = { ...below20, value: 15 };

	test('the condition is met once', async () => {
		const n8n = new SimulatedN8n(settings(below20));
		const executionChanges = settings(below19);

		expect(await n8n.deliver(charge(10), { executionChanges })).toHaveLength(1);
		const later = new SimulatedN8n(executionChanges, n8n.store);
		expect(await fire(later, [9])).toEqual([]);
	});

	test('another condition is met beside it, and not repeated', async () => {
		const n8n = new SimulatedN8n(settings(below20, below15));
		const executionChanges = settings(below19, below15);

		expect(await n8n.deliver(charge(10), { executionChanges })).toHaveLength(2);
		expect(await n8n.deliver(charge(9), { executionChanges })).toEqual([]);
	});

	test('a late event does not meet it', async () => {
		const options = { acknowledge: 'lastNode' };
		const n8n = new SimulatedN8n({ ...settings(below20), options });
		const [older, newer] = [charge(10), charge(30)];
		await n8n.deliver(newer);

		expect(await n8n.deliver(older, { executionChanges: settings(below19) })).toEqual([]);
	});
});
