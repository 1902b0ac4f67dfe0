import type { IDataObject } from 'n8n-workflow';
import { eventWith, signal, SimulatedN8n, SimulatedStore } from '../simulatedN8n';

const CHARGE = 'tractionbattery-stateofcharge';
const charge = (value: number, vehicleId?: string, meta?: IDataObject) =>
	eventWith([signal(CHARGE, { value, unit: 'percent' })], vehicleId, meta);

const below20 = { signal: CHARGE, when: 'below', value: 20, resetAt: 25, unit: '%' };

const settings = (...values: IDataObject[]): IDataObject => ({
	events: ['CONDITION_MET'],
	conditions: { values },
});

/**
 * Delivers a series of values.
 * @param between what happens after each of them
 * @returns those that fired
 */
async function fire(n8n: SimulatedN8n, series: number[], between: () => unknown = () => undefined) {
	const fired: unknown[] = [];
	for (const value of series) {
		for (const { observation } of await n8n.deliver(charge(value))) fired.push(observation.value);
		await between();
	}
	return fired;
}

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
		logged.push(n8n.log.splice(0).map((line) => /the signal "(.*)":/.exec(line)?.[1]));
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

describe('with Acknowledge: When the Workflow Finishes', () => {
	const whenFinished = { ...settings(below20), options: { acknowledge: 'lastNode' } };

	test('the same event fires again after the workflow has failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		expect(await n8n.deliver(event, { workflow: 'fails' })).toHaveLength(1);

		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await n8n.deliver(charge(18))).toEqual([]);
	});

	test('the same event fires again also if n8n was killed after the workflow had failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();

		expect(await n8n.deliver(event)).toHaveLength(1);
		n8n.restart();
		expect(await n8n.deliver(charge(18))).toEqual([]);
	});

	test('the next event fires if the failed one does not come again', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		await n8n.deliver(charge(19), { workflow: 'fails' });

		expect(await n8n.deliver(charge(18))).toHaveLength(1);
	});

	test('the next event fires also if the workflow was published again in between', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		await n8n.deliver(charge(18), { workflow: 'fails' });
		await n8n.publishAgain();

		expect(await n8n.deliver(charge(17))).toHaveLength(1);
		expect(await n8n.deliver(event)).toEqual([]);
		expect(await fire(n8n, [16, 26, 18])).toEqual([18]);
	});

	test('the next event fires also if the workflow was published again while it ran, before it failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const meanwhile = async () => await n8n.publishAgain();
		await n8n.deliver(charge(19), { workflow: 'fails', meanwhile });

		expect(await fire(n8n, [18, 17])).toEqual([18]);
	});

	test('the next event does not fire if the failed one has come again and fired, even if the workflow was published meanwhile', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		const meanwhile = async () => await n8n.publishAgain();
		expect(await n8n.deliver(event, { meanwhile })).toHaveLength(1);

		expect(await fire(n8n, [18, 17])).toEqual([]);
	});

	test('a failed event fires when it comes again after a later event, if n8n was killed in between', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();

		expect(await n8n.deliver(charge(18))).toEqual([]);
		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await fire(n8n, [17, 26, 18])).toEqual([18]);
	});

	test('a failed event fires after a restart, even if nothing says in which order the events came', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const undated = (value: number) =>
			eventWith([signal(CHARGE, { value, unit: 'percent' }, { meta: {} })]);
		const event = { eventId: 'e-1', ...undated(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();

		expect(await n8n.deliver(undated(18))).toEqual([]);
		expect(await n8n.deliver(event)).toHaveLength(1);
	});

	test('a failed event fires when it comes again after the value has recovered', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });

		expect(await n8n.deliver(charge(26))).toEqual([]);
		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await fire(n8n, [27, 18])).toEqual([18]);
	});

	test('a failed event fires after a recovery also if the store failed to record it', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const failed = { eventId: 'e-1', ...charge(19) };
		n8n.store.isBroken = true;
		expect(await n8n.deliver(failed, { workflow: 'fails' })).toHaveLength(1);
		n8n.store.isBroken = false;
		expect(await n8n.deliver(charge(30))).toEqual([]);

		expect(await n8n.deliver(failed)).toHaveLength(1);
		expect(await n8n.deliver(charge(18))).toHaveLength(1);
		expect(await n8n.deliver(charge(17))).toEqual([]);
	});

	test('a failed event does not bring back the state that a later event has ended', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();
		await n8n.deliver(charge(26));
		n8n.restart();

		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await fire(n8n, [18])).toEqual([18]);
	});

	test('after a failed event has come again, values older than the latest one are still ignored', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const at = (minute: number, value: number) => {
			const meta = { oemUpdatedAt: Date.UTC(2026, 9, 1, 0, minute) };
			return eventWith([signal(CHARGE, { value, unit: 'percent' }, { meta })]);
		};
		const failed = { eventId: 'e-1', ...at(0, 19) };
		await n8n.deliver(failed, { workflow: 'fails' });
		// Between the limit and Reset At, so the failed event still has to fire.
		await n8n.deliver(at(20, 22));
		expect(await n8n.deliver(failed)).toHaveLength(1);

		await n8n.deliver(at(10, 26));
		expect(await n8n.deliver(at(30, 18))).toEqual([]);
	});

	test.each([false, true])(
		'a failed event does not fire if a later event has fired (restart in between: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(whenFinished);
			const event = { eventId: 'e-1', ...charge(19) };
			await n8n.deliver(event, { workflow: 'fails' });
			await n8n.deliver(charge(18), { workflow: 'fails' });
			expect(await n8n.deliver(charge(17))).toHaveLength(1);
			if (restarts) n8n.restart();
			await n8n.deliver(charge(16));

			expect(await n8n.deliver(event)).toEqual([]);
		},
	);

	test('a failed event fires after a later event if the store fails once', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();
		await n8n.deliver(charge(18));
		n8n.store.failingCalls = 1;

		expect(await n8n.deliver(event)).toHaveLength(1);
	});

	test.each([
		['changes back', ['DRIVE', 'PARK'], ['PARK', 'DRIVE']],
		['changes again', ['DRIVE', 'REVERSE'], ['REVERSE', 'DRIVE']],
		['stays', ['DRIVE', 'DRIVE'], ['DRIVE']],
	])(
		'*Changes* fires for each change if the first one fails and the value %s',
		async (_what, values, expected) => {
			for (const restarts of [false, true]) {
				const row = { signal: 'transmission-gearstate', when: 'changes' };
				const n8n = new SimulatedN8n({ ...whenFinished, ...settings(row) });
				const gear = (value: string) => ({
					eventId: value,
					...eventWith([signal('transmission-gearstate', { value })]),
				});
				await n8n.deliver({ ...gear('PARK'), eventId: 'first' });
				const [failed, next] = values.map(gear);
				if (!failed || !next) throw new Error('Two events are needed');
				const emitted: unknown[] = [];
				const deliver = async (body: IDataObject, workflow: 'fails' | 'succeeds') => {
					const met = await n8n.deliver(body, { workflow });
					if (workflow === 'succeeds')
						emitted.push(...met.map(({ observation }) => observation.value));
				};
				await deliver(failed, 'fails');
				if (restarts) n8n.restart();
				await deliver({ ...next, eventId: 'second' }, 'succeeds');
				await deliver(failed, 'succeeds');
				expect(emitted).toEqual(expected);
			}
		},
	);

	test('the mark of an event that has fired is removed when Smartcar no longer retries the event', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const now = jest.spyOn(performance, 'now');
		await n8n.deliver(charge(19));
		await n8n.deliver(charge(30));
		const before = n8n.store.entries.workflow.length;
		now.mockReturnValue(performance.now() + 2 * 60 * 60 * 1000);
		await n8n.deliver(charge(19));
		await n8n.deliver(charge(30));
		now.mockRestore();

		expect([before, n8n.store.entries.workflow.length]).toEqual([1, 1]);
	});

	test('an older event that never failed does not fire', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const late = charge(19);
		await n8n.deliver(charge(30));

		expect(await n8n.deliver(late)).toEqual([]);
		expect(await fire(n8n, [18])).toEqual([18]);
	});

	test('an older event fires again if the store cannot say whether it has failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		await n8n.deliver(charge(26));
		n8n.store.isBroken = true;

		expect(await n8n.deliver(event)).toHaveLength(1);
	});
});

describe('Changes', () => {
	const GEAR = 'transmission-gearstate';
	const gear = (value: string) => eventWith([signal(GEAR, { value })]);
	const changes = settings({ signal: GEAR, when: 'changes' });

	test.each([
		['text', GEAR, ['PARK', 'DRIVE', 'DRIVE', 'PARK', 'DRIVE']],
		['a boolean', 'closure-islocked', [true, false, false, true, false]],
	])('fires for each change of %s, but not at first sight', async (_what, code, values) => {
		for (const restarts of [false, true]) {
			const n8n = new SimulatedN8n(settings({ signal: code, when: 'changes' }));
			const counts: number[] = [];
			for (const value of values) {
				counts.push((await n8n.deliver(eventWith([signal(code, { value })]))).length);
				if (restarts) n8n.restart();
			}
			expect(counts).toEqual([0, 1, 0, 1, 1]);
		}
	});

	test('fires for each change between a boolean and a text', async () => {
		for (const restarts of [false, true]) {
			const row = { signal: 'other', otherSignal: 'a-b', when: 'changes' };
			const n8n = new SimulatedN8n(settings(row));
			const counts: number[] = [];
			for (const value of [true, 'auto', true, false, 'auto']) {
				counts.push((await n8n.deliver(eventWith([signal('a-b', { value })]))).length);
				if (restarts) n8n.restart();
			}
			expect(counts).toEqual([0, 1, 1, 1, 1]);
		}
	});

	test('fires also if the store fails once, so that it is not known whether there was a value before', async () => {
		// With this option no call looks for duplicates, so the call that fails is that for the marks.
		const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(gear('PARK'));
		n8n.restart();
		n8n.store.failingCalls = 1;

		expect(await n8n.deliver(gear('DRIVE'))).toHaveLength(1);
		expect(await n8n.deliver(gear('DRIVE'))).toEqual([]);
	});

	test('says what the value was before', async () => {
		const n8n = new SimulatedN8n(changes);
		await n8n.deliver(gear('PARK'));

		expect(await n8n.deliver(gear('DRIVE'))).toMatchObject([{ previousValue: 'PARK' }]);
	});

	test('says what the value was before also when n8n could not store the event at first', async () => {
		const n8n = new SimulatedN8n(changes);
		await n8n.deliver(gear('PARK'));
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		await n8n.deliver(drive, { isStored: false });

		expect(await n8n.deliver(drive)).toMatchObject([{ previousValue: 'PARK' }]);
	});

	test('does not take the value of a copy for the one before', async () => {
		const n8n = new SimulatedN8n(changes);
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		await n8n.deliver(drive);
		await n8n.deliver(gear('PARK'));
		n8n.restart();
		await n8n.deliver(gear('PARK'));
		// A copy that only n8n's store recognizes, since n8n was started again.
		await n8n.deliver({ ...drive, ...gear('DRIVE') });

		expect(await n8n.deliver(gear('REVERSE'))).toMatchObject([{ previousValue: 'PARK' }]);
	});

	test('does not say what the value was before if only a copy came since n8n was started', async () => {
		const n8n = new SimulatedN8n(changes);
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		await n8n.deliver(drive);
		await n8n.deliver(gear('PARK'));
		n8n.restart();
		await n8n.deliver(drive);

		const [met] = await n8n.deliver(gear('REVERSE'));
		expect(met).toBeDefined();
		expect(met?.previousValue).toBeUndefined();
	});

	test('says what the value was before also when the workflow has failed and gets the event again', async () => {
		const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(gear('PARK'));
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		for (let attempt = 0; attempt < 3; attempt++)
			expect(await n8n.deliver(drive, { workflow: 'fails' })).toMatchObject([
				{ previousValue: 'PARK' },
			]);

		expect(await n8n.deliver(drive)).toMatchObject([{ previousValue: 'PARK' }]);
		expect(await n8n.deliver(gear('PARK'))).toMatchObject([{ previousValue: 'DRIVE' }]);
	});

	test('says what the value was before also when another event with the value replaces one whose workflow has failed', async () => {
		const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(gear('PARK'));
		await n8n.deliver(gear('DRIVE'), { workflow: 'fails' });

		expect(await n8n.deliver(gear('DRIVE'))).toMatchObject([{ previousValue: 'PARK' }]);
	});
});

describe('Every', () => {
	const every = settings({
		signal: 'odometer-traveleddistance',
		when: 'every',
		value: 10_000,
		unit: 'km',
	});
	const odometer = (value: number) =>
		eventWith([signal('odometer-traveleddistance', { value, unit: 'km' })]);

	test.each([false, true])(
		'fires at each multiple, but not at first sight (restarts: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			const fired: number[] = [];
			for (const value of [12_345, 19_999, 20_001, 20_002, 29_000, 51_000, 51_001, 60_000]) {
				if ((await n8n.deliver(odometer(value))).length > 0) fired.push(value);
				if (restarts) n8n.restart();
			}
			expect(fired).toEqual([20_001, 51_000, 60_000]);
		},
	);

	test.each([false, true])(
		'a lower value after a restart does not fire the same multiple again (another restart: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			await n8n.deliver(odometer(69_000));
			expect(await n8n.deliver(odometer(70_001))).toHaveLength(1);
			n8n.restart();
			expect(await n8n.deliver(odometer(69_900))).toEqual([]);
			if (restarts) n8n.restart();

			expect(await n8n.deliver(odometer(70_100))).toEqual([]);
			expect(await n8n.deliver(odometer(80_000))).toHaveLength(1);
			expect(n8n.store.entries.workflow).toHaveLength(3);
		},
	);

	test.each([false, true])(
		'a value that falls below the distance has passed no multiple (restarts: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			const fired: number[] = [];
			for (const value of [14_000, 31_000, 0, 31_010, 45_001]) {
				if ((await n8n.deliver(odometer(value))).length > 0) fired.push(value);
				if (restarts) n8n.restart();
			}
			expect(fired).toEqual([31_000, 45_001]);
		},
	);

	test.each([false, true])(
		'a value that can be negative passes 0 from below (restarts: %s)',
		async (restarts) => {
			const code = 'climate-rooftemperature';
			const other = { signal: 'other', otherSignal: code, field: 'value' };
			const n8n = new SimulatedN8n(settings({ ...other, when: 'every', value: 5 }));
			const fired: number[] = [];
			for (const value of [-16, 2, 3, 6]) {
				const event = eventWith([signal(code, { value, unit: 'celsius' })]);
				if ((await n8n.deliver(event)).length > 0) fired.push(value);
				if (restarts) n8n.restart();
			}
			expect(fired).toEqual([2, 6]);
		},
	);

	test('with When the Workflow Finishes, a lower value does not fire the same multiple again', async () => {
		const n8n = new SimulatedN8n({ ...every, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(odometer(69_000));
		expect(await n8n.deliver(odometer(70_001))).toHaveLength(1);
		expect(await n8n.deliver(odometer(69_900))).toEqual([]);

		expect(await n8n.deliver(odometer(70_100))).toEqual([]);
		n8n.restart();
		expect(await n8n.deliver(odometer(70_200))).toEqual([]);
	});

	test('with When the Workflow Finishes, the next value fires if the workflow has failed for the first one after a restart', async () => {
		const n8n = new SimulatedN8n({ ...every, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(odometer(12_345));
		n8n.restart();
		expect(await n8n.deliver(odometer(20_001), { workflow: 'fails' })).toHaveLength(1);

		expect(await n8n.deliver(odometer(20_002))).toHaveLength(1);
		expect(await n8n.deliver(odometer(20_003))).toEqual([]);
	});

	test.each([false, true])(
		'leaves no marks of former multiples in the store (restarts: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			for (const value of [12_345, 51_000, 95_000, 140_000]) {
				await n8n.deliver(odometer(value));
				if (restarts) n8n.restart();
			}
			expect(n8n.store.entries.workflow).toHaveLength(3);
		},
	);

	test.each([
		[-16, -9, -8],
		[-3, 2, 3],
		[12, 18, 19],
	])(
		'with When the Workflow Finishes, a workflow that has failed after a restart hides no multiple: %i, %i, %i',
		async (before, failing, next) => {
			const code = 'climate-rooftemperature';
			const other = { signal: 'other', otherSignal: code, field: 'value' };
			const n8n = new SimulatedN8n({
				...settings({ ...other, when: 'every', value: 5 }),
				options: { acknowledge: 'lastNode' },
			});
			const at = (value: number) => eventWith([signal(code, { value, unit: 'celsius' })]);
			await n8n.deliver(at(before));
			n8n.restart();
			expect(await n8n.deliver(at(failing), { workflow: 'fails' })).toHaveLength(1);

			expect(await n8n.deliver(at(next))).toHaveLength(1);
		},
	);

	test('the first value removes no marks, because n8n searches its whole list for each of them', async () => {
		const n8n = new SimulatedN8n(every);
		const remove = jest.spyOn(n8n.store, 'removeProcessed');
		await n8n.deliver(odometer(910_000));

		expect(remove).not.toHaveBeenCalled();
	});

	test('a value that jumps over many multiples leaves no marks of these while n8n runs', async () => {
		const n8n = new SimulatedN8n(every);
		for (const value of [12_345, 910_000, 2_000_000]) await n8n.deliver(odometer(value));

		expect(n8n.store.entries.workflow).toHaveLength(3);
	});
});
