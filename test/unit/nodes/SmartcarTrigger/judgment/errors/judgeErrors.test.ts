import type { IDataObject } from 'n8n-workflow';
import { KNOWN_SIGNALS } from '../../../../../../nodes/shared/knownSignals';
import { SimulatedN8n, SimulatedStore } from '../../simulatedN8n';
import { errorEntry, errorEvent } from './vehicleErrors';

const settings = (changes: IDataObject = {}): IDataObject => ({
	events: ['VEHICLE_ERROR'],
	...changes,
});

/** An error that can be about single signals. Without any it is about the whole vehicle. */
const withSignals = (state: string, ...signals: string[]) =>
	errorEntry(state, { type: 'COMPATIBILITY', signals });

/**
 * Delivers an event for each of these entries.
 * @param between what happens after each event
 * @returns which of them were emitted
 */
async function deliverEach(
	n8n: SimulatedN8n,
	entries: IDataObject[],
	between: () => unknown = () => undefined,
) {
	const emitted: boolean[] = [];
	for (const error of entries) {
		emitted.push((await n8n.deliverErrors(errorEvent([error]))).length > 0);
		await between();
	}
	return emitted;
}

const yes = true;
const no = false;

const SERIES = ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'].map((state) =>
	errorEntry(state),
);
const EMITTED = [yes, no, yes, no, yes];

const KNOWN_CODES = KNOWN_SIGNALS.map(({ code }) => code);

const PERMISSION = { type: 'PERMISSION', code: null };

// An error has a mark for each day. So midnight must not come in the middle of a test.
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 1)));
afterEach(() => void jest.restoreAllMocks());

test('an event in which an error starts at one signal and ends at another starts no execution when it is repeated', async () => {
	const n8n = new SimulatedN8n(settings());
	const event = errorEvent([
		withSignals('ERROR', 'wheel-tires'),
		withSignals('RESOLVED', 'closure-doors'),
	]);
	const executions: number[] = [];
	for (let delivery = 0; delivery < 3; delivery++) {
		await n8n.deliverErrors(event);
		executions.push(n8n.executions);
	}

	expect(executions).toEqual([1, 1, 1]);
});

test('the end of an error without signals removes only marks that could hide an error at a signal, since n8n searches its whole list for each', async () => {
	const n8n = new SimulatedN8n(settings());
	const removed: string[] = [];
	jest.spyOn(n8n.store, 'removeProcessed').mockImplementation(async (marks) => {
		removed.push(...marks);
	});
	await n8n.deliverErrors(errorEvent([errorEntry('RESOLVED', PERMISSION)]));

	// At each signal OTHER and the error of three days, and at the vehicle itself those of nine days.
	const places = KNOWN_CODES.length + 64;
	expect(removed.length).toBeLessThanOrEqual(4 * places + 10);
});

test.each<[string, IDataObject, number]>([
	['starts the workflow', {}, 1],
	[
		'starts nothing if Error States excludes all of them',
		{ filters: { errorStates: ['ERROR'] } },
		0,
	],
])(
	'an event with 201 errors %s, and changes nothing that is recorded',
	async (_what, changes, started) => {
		const n8n = new SimulatedN8n(settings(changes));
		expect(await deliverEach(n8n, [errorEntry('ERROR')])).toEqual([yes]);
		const before = n8n.executions;
		const others = Array.from({ length: 200 }, (_, index) =>
			errorEntry('RESOLVED', { code: `CODE_${index}` }),
		);
		await n8n.deliverErrors(errorEvent([errorEntry('RESOLVED'), ...others]));

		expect(n8n.executions - before).toBe(started);
		expect(await deliverEach(n8n, [errorEntry('ERROR')])).toEqual([no]);
	},
);

describe.each<[string, (n8n: SimulatedN8n) => unknown]>([
	['while n8n runs', () => undefined],
	['with a restart after each event', (n8n) => n8n.restart()],
	['with the workflow published again after each event', async (n8n) => await n8n.publishAgain()],
])('%s', (_what, between) => {
	const emittedOf = async (entries: IDataObject[], changes: IDataObject = {}) => {
		const n8n = new SimulatedN8n(settings(changes));
		return await deliverEach(n8n, entries, () => between(n8n));
	};

	test('an error is emitted when it starts, when it ends, and when it starts again', async () => {
		expect(await emittedOf(SERIES)).toEqual(EMITTED);
	});

	test('a RESOLVED is emitted although nothing is known of its error', async () => {
		expect(await emittedOf([errorEntry('RESOLVED')])).toEqual([yes]);
	});

	test('errors differ by type, code and signal', async () => {
		const [first, second] = ['a-b', 'c-d'].map((code) =>
			errorEntry('ERROR', { ...PERMISSION, signals: [code] }),
		);
		expect(
			await emittedOf(
				[first, second, first, second, withSignals('ERROR', 'a-b')].map((e) => e ?? {}),
			),
		).toEqual([yes, yes, no, no, yes]);
	});

	test('the order of signals does not matter', async () => {
		expect(
			await emittedOf([withSignals('ERROR', 'a-b', 'c-d'), withSignals('ERROR', 'c-d', 'a-b')]),
		).toEqual([yes, no]);
	});

	test.each([
		['the same signals', ['wheel-tires'], yes],
		['some of its signals', ['wheel-tires', 'closure-doors'], yes],
		['no signals', [], yes],
		['more than ten signals', KNOWN_CODES, yes],
		['other signals', ['closure-doors'], no],
	])('an error starts again after a RESOLVED with %s', async (_case, signals, expected) => {
		const error = withSignals('ERROR', 'wheel-tires');
		const emitted = await emittedOf([error, withSignals('RESOLVED', ...signals), error]);

		expect(emitted).toEqual([yes, yes, expected]);
	});

	test('an error at signals that are not in the catalog starts again after a RESOLVED with no signals', async () => {
		const codes = Array.from({ length: 10 }, (_, index) => `group-signal${index}`);
		const errors = codes.map((code) => withSignals('ERROR', code));
		const emitted = await emittedOf([...errors, withSignals('RESOLVED'), ...errors]);

		expect(emitted).toEqual([...errors.map(() => yes), yes, ...errors.map(() => yes)]);
	});

	test('an error of the whole vehicle starts again after a RESOLVED with a signal', async () => {
		const emitted = await emittedOf([
			withSignals('ERROR'),
			withSignals('RESOLVED', 'wheel-tires'),
			withSignals('ERROR'),
		]);

		expect(emitted).toEqual([yes, yes, yes]);
	});

	test.each([
		['VEHICLE_STATE', 'ASLEEP'],
		['CONNECTED_SERVICES_ACCOUNT', 'AUTHENTICATION_FAILED'],
	])(
		'it does not matter which signals an error of the vehicle lists: %s / %s',
		async (type, code) => {
			const signals = Array.from({ length: 12 }, (_, index) => `group-signal${index}`);
			const reported: Array<[state: string, signals: string[]]> = [
				['ERROR', signals],
				['ERROR', signals.slice(2)],
				['ERROR', []],
				['RESOLVED', signals.slice(0, 1)],
				['RESOLVED', signals.slice(1, 2)],
				['RESOLVED', []],
				['ERROR', ['wheel-tires']],
			];

			expect(
				await emittedOf(
					reported.map(([state, listed]) => errorEntry(state, { type, code, signals: listed })),
				),
			).toEqual([yes, no, no, yes, no, no, yes]);
		},
	);

	test.each([
		['VEHICLE_STATE', 'NOT_CHARGING'],
		['CONNECTED_SERVICES_ACCOUNT', 'PERMISSION'],
	])('an error of single signals starts and ends at each of them: %s / %s', async (type, code) => {
		const reported: Array<[state: string, signals: string[]]> = [
			['ERROR', ['a-b']],
			['ERROR', ['a-b', 'c-d']],
			['ERROR', ['a-b', 'c-d']],
			['RESOLVED', ['a-b']],
			['ERROR', ['c-d']],
		];

		expect(
			await emittedOf(
				reported.map(([state, listed]) => errorEntry(state, { type, code, signals: listed })),
			),
		).toEqual([yes, yes, no, yes, no]);
	});

	test('an error with many signals starts and ends like others', async () => {
		const signals = Array.from({ length: 30 }, (_, index) => `group-signal${index}`);
		const [error, resolved] = ['ERROR', 'RESOLVED'].map((state) => withSignals(state, ...signals));

		expect(await emittedOf([error, error, resolved, resolved, error].map((e) => e ?? {}))).toEqual(
			EMITTED,
		);
	});

	test.each<[string, string[], string[], boolean]>([
		[
			'eleven signals, and then with one exchanged',
			KNOWN_CODES.slice(0, 11),
			KNOWN_CODES.slice(1, 12),
			no,
		],
		[
			'ten signals, and then with one exchanged',
			KNOWN_CODES.slice(0, 10),
			KNOWN_CODES.slice(1, 11),
			yes,
		],
		[
			'eleven signals, and then with one of them',
			KNOWN_CODES.slice(0, 11),
			KNOWN_CODES.slice(0, 1),
			yes,
		],
	])(
		'more than ten signals count as the whole vehicle: an error with %s',
		async (_case, before, after, expected) => {
			const emitted = await emittedOf([
				withSignals('ERROR', ...before),
				withSignals('ERROR', ...after),
			]);

			expect(emitted).toEqual([yes, expected]);
		},
	);

	test.each<[string, IDataObject, IDataObject]>([
		[
			'at many signals when it ends at others',
			withSignals('ERROR', ...Array.from({ length: 11 }, (_, index) => `group-signal${index}`)),
			withSignals('RESOLVED', 'wheel-tires'),
		],
		[
			'at a signal when it ends for the vehicle',
			withSignals('ERROR', 'a-b'),
			withSignals('RESOLVED'),
		],
		[
			'for the vehicle when it ends at a signal',
			withSignals('ERROR'),
			withSignals('RESOLVED', 'a-b'),
		],
	])(
		'an error that an event reports stays %s in the same event',
		async (_case, error, resolved) => {
			const n8n = new SimulatedN8n(settings());
			const emitted: unknown[] = [];
			for (const entries of [[error], [error, resolved], [resolved, error]]) {
				const errors = await n8n.deliverErrors(errorEvent(entries));
				emitted.push(errors.map(({ state }) => state));
				await between(n8n);
			}

			expect(emitted).toEqual([['ERROR'], ['RESOLVED'], []]);
		},
	);

	test("a missing virtual key is the vehicle's, whatever signals it lists", async () => {
		const virtualKey = (state: string, ...signals: string[]) =>
			errorEntry(state, {
				type: 'CONNECTED_SERVICES_ACCOUNT',
				code: 'VIRTUAL_KEY_REQUIRED',
				signals,
			});

		expect(
			await emittedOf([
				virtualKey('ERROR', 'wheel-tires'),
				virtualKey('ERROR', 'wheel-tires', 'closure-doors'),
				virtualKey('RESOLVED', 'wheel-tires'),
			]),
		).toEqual([yes, no, yes]);
	});

	test('an error of the vehicle that an event resolves for some signals only has not ended', async () => {
		const n8n = new SimulatedN8n(settings());
		const failing = errorEntry('ERROR', { signals: ['a-b'] });
		const resolved = errorEntry('RESOLVED', { signals: ['c-d'] });
		const emitted: unknown[] = [];
		for (const entries of [[resolved, failing], [failing, resolved], [failing], [resolved]]) {
			const errors = await n8n.deliverErrors(errorEvent(entries));
			emitted.push(errors.map(({ state }) => state));
			await between(n8n);
		}

		expect(emitted).toEqual([['ERROR'], [], [], ['RESOLVED']]);
	});

	test.each([
		['Error', [yes, no, no, no, yes]],
		['Resolved', [no, no, yes, no, no]],
	])(
		'with Error States: %s the other state is noticed, but not emitted',
		async (state, expected) => {
			const filters = { errorStates: [state.toUpperCase()] };

			expect(await emittedOf(SERIES, { filters })).toEqual(expected);
		},
	);

	test.each(['Error', 'Resolved'])(
		'with Error States: %s a state is emitted again after the other one',
		async (state) => {
			const [emitted, leftOut] = state === 'Error' ? ['ERROR', 'RESOLVED'] : ['RESOLVED', 'ERROR'];
			const entries = [emitted, leftOut, emitted].map((each) => errorEntry(String(each)));

			expect(await emittedOf(entries, { filters: { errorStates: [emitted] } })).toEqual([
				yes,
				no,
				yes,
			]);
		},
	);

	test.each([
		['', [yes, yes, no, yes, yes, yes]],
		['RESOLVED', [no, yes, no, no, yes, yes]],
	])(
		'with the Error States %j an unknown state is emitted, and emitted again after another state',
		async (errorStates, expected) => {
			const states = ['ERROR', 'CLEARED', 'CLEARED', 'ERROR', 'RESOLVED', 'CLEARED'];

			expect(
				await emittedOf(
					states.map((state) => errorEntry(state)),
					{ filters: { errorStates } },
				),
			).toEqual(expected);
		},
	);

	test('only the errors that the filters select are judged and emitted', async () => {
		const n8n = new SimulatedN8n(settings({ filters: { errorCodes: ['ASLEEP'] } }));
		const event = errorEvent([errorEntry('ERROR', { code: 'UNREACHABLE' }), errorEntry('ERROR')]);

		expect(await n8n.deliverErrors(event)).toMatchObject([{ code: 'ASLEEP' }]);
		await between(n8n);
		expect(await n8n.deliverErrors(event)).toEqual([]);
	});

	test('of several errors in an event those that have changed are emitted', async () => {
		const n8n = new SimulatedN8n(settings());
		const [known, other] = ['ASLEEP', 'UNREACHABLE'].map((code) => errorEntry('ERROR', { code }));
		await n8n.deliverErrors(errorEvent([known ?? {}]));
		await between(n8n);

		expect(await n8n.deliverErrors(errorEvent([known ?? {}, other ?? {}]))).toMatchObject([
			{ code: 'UNREACHABLE' },
		]);
	});

	test('each vehicle is judged by itself', async () => {
		const n8n = new SimulatedN8n(settings());
		const emitted: number[] = [];
		for (const vehicle of ['a', 'b', 'a', 'b']) {
			emitted.push((await n8n.deliverErrors(errorEvent([errorEntry('ERROR')], vehicle))).length);
			await between(n8n);
		}

		expect(emitted).toEqual([1, 1, 0, 0]);
	});

	test.each([
		['CONNECTED_SERVICES_ACCOUNT', 'AUTHENTICATION_FAILED', [1, 1, 0, 1, 0, 1]],
		['PERMISSION', null, [1, 1, 0, 1, 0, 1]],
		['VEHICLE_STATE', 'ASLEEP', [1, 0, 0, 1, 1, 0]],
	])('two owners of a car: %s/%s', async (type, code, expected) => {
		const n8n = new SimulatedN8n(settings());
		const emitted: number[] = [];
		for (const [user, state] of [
			['a', 'ERROR'],
			['b', 'ERROR'],
			['b', 'ERROR'],
			['a', 'RESOLVED'],
			['b', 'ERROR'],
			['a', 'ERROR'],
		] as const) {
			const event = errorEvent([errorEntry(state, { type, code })], 'v-1', user);
			emitted.push((await n8n.deliverErrors(event)).length);
			await between(n8n);
		}

		expect(emitted).toEqual(expected);
	});

	test('a late copy changes nothing', async () => {
		const n8n = new SimulatedN8n(settings());
		const start = { eventId: 'e-1', ...errorEvent([errorEntry('ERROR')]) };
		const emitted: number[] = [];
		for (const event of [start, errorEvent([errorEntry('RESOLVED')]), start]) {
			emitted.push((await n8n.deliverErrors(event)).length);
			await between(n8n);
		}
		emitted.push((await n8n.deliverErrors(errorEvent([errorEntry('ERROR')]))).length);

		expect(emitted).toEqual([1, 1, 0, 1]);
	});

	test('an error that stays is emitted again on the second day after', async () => {
		const day = 24 * 60 * 60 * 1000;
		const n8n = new SimulatedN8n(settings());
		const emitted: boolean[] = [];
		for (const days of [0, 0.9, 1, 1.9, 2, 3, 4, 20]) {
			jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 1) + days * day);
			emitted.push(...(await deliverEach(n8n, [errorEntry('ERROR')], () => between(n8n))));
		}

		expect(emitted).toEqual([yes, no, no, no, yes, no, yes, yes]);
	});
});

test('an error that ends after weeks leaves no marks of its days in the store while n8n runs', async () => {
	const n8n = new SimulatedN8n(settings());
	const states = [
		[0, 'ERROR'],
		[1, 'ERROR'],
		[20, 'ERROR'],
		[40, 'RESOLVED'],
	] as const;
	for (const [days, state] of states) {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 1 + days));
		await deliverEach(n8n, [errorEntry(state)]);
	}

	expect(n8n.store.entries.workflow).toEqual([expect.stringMatching(/ RESOLVED$/)]);
});

test('an error at a signal is not emitted again after it was reported for the whole vehicle', async () => {
	const n8n = new SimulatedN8n(settings());
	const atSignal = withSignals('ERROR', 'wheel-tires');
	await n8n.deliverErrors(errorEvent([atSignal]));
	n8n.restart();

	expect(await deliverEach(n8n, [withSignals('ERROR'), atSignal])).toEqual([yes, no]);
});

test('a repetition starts no execution', async () => {
	const n8n = new SimulatedN8n(settings());

	await deliverEach(n8n, SERIES);

	expect(n8n.executions).toBe(3);
});

test.each<[string, IDataObject, number]>([
	['an ID', { requestId: '' }, 1],
	['a status', { statusCode: '409 Conflict' }, 1],
	['a text', { description: { text: 'asleep' } }, 1],
	['the name of a signal', { type: 'NEW', signals: [{ code: 'wheel-tires', name: 5 }] }, 1],
	['a signal of an error of the vehicle', { signals: [5] }, 1],
	['a type', { type: 5 }, 2],
	['a code', { code: 5 }, 2],
	['a state', { state: 5 }, 2],
	['a list of signals', { type: 'NEW', signals: 5 }, 2],
	['a signal', { type: 'NEW', signals: [{ name: 'Tires' }] }, 2],
])(
	'if %s cannot be read, a repeated error starts an execution only if that field identifies the error',
	async (_what, field, starts) => {
		const n8n = new SimulatedN8n(settings());

		await deliverEach(n8n, [errorEntry('ERROR', field), errorEntry('ERROR', field)]);

		expect(n8n.executions).toBe(starts);
	},
);

test.each<[string, IDataObject, IDataObject, number]>([
	['type', { type: 'X', signals: 5 }, { errorTypes: ['VEHICLE_STATE'] }, 1],
	['type', { type: 'X', code: 5 }, { errorTypes: ['VEHICLE_STATE'] }, 1],
	['code', { code: 'X', type: 5 }, { errorCodes: ['ASLEEP'] }, 1],
	['state', { code: 'X', type: 5, state: 'RESOLVED' }, { errorStates: ['ERROR'] }, 1],
	['missing code', { code: null, signals: 5 }, { errorCodes: ['ASLEEP'] }, 1],
	['unreadable code', { code: 5 }, { errorCodes: ['ASLEEP'] }, 2],
	['unreadable entry', { code: 5, type: 5, state: 5 }, { errorStates: ['ERROR'] }, 2],
])(
	'an error of which not all can be read starts an execution each time unless the filters exclude it: %s %j',
	async (_what, changes, filters, executions) => {
		const n8n = new SimulatedN8n(settings({ filters }));
		const event = errorEvent([errorEntry('ERROR'), errorEntry('ERROR', changes)]);

		await n8n.deliverErrors(event);
		await n8n.deliverErrors(event);

		expect(n8n.executions).toBe(executions);
	},
);

test('a RESOLVED that Error States leaves out starts an execution only if it ends an error', async () => {
	const n8n = new SimulatedN8n(settings({ filters: { errorStates: ['ERROR'] } }));
	await deliverEach(n8n, [errorEntry('ERROR'), errorEntry('RESOLVED')]);

	const before = n8n.executions;
	await deliverEach(n8n, [errorEntry('RESOLVED'), errorEntry('RESOLVED')]);
	expect(n8n.executions).toBe(before);
});

test('an error that other filters leave out starts no execution', async () => {
	const filters = { errorStates: ['ERROR'], errorCodes: ['UNREACHABLE'] };
	const n8n = new SimulatedN8n(settings({ filters }));

	await deliverEach(n8n, SERIES);

	expect(n8n.executions).toBe(0);
});

test('the same entry twice in an event is emitted once', async () => {
	const n8n = new SimulatedN8n(settings());

	expect(
		await n8n.deliverErrors(errorEvent([errorEntry('ERROR'), errorEntry('ERROR')])),
	).toHaveLength(1);
});

test('if one event reports an error in several states, only one of them counts', async () => {
	const n8n = new SimulatedN8n(settings());
	const event = () => errorEvent([errorEntry('CLEARED'), errorEntry('RESOLVED')]);

	expect(await n8n.deliverErrors(event())).toMatchObject([{ state: 'CLEARED' }]);
	n8n.restart();
	expect(await n8n.deliverErrors(event())).toEqual([]);
});

test('an error that ended while Only When an Error Starts or Ends was off is emitted when it starts again', async () => {
	const store = new SimulatedStore();
	const n8nWith = (onlyOnChange: boolean) => new SimulatedN8n(settings({ onlyOnChange }), store);
	await deliverEach(n8nWith(true), [errorEntry('ERROR')]);
	await deliverEach(n8nWith(false), [errorEntry('RESOLVED')]);

	expect(await deliverEach(n8nWith(true), [errorEntry('ERROR')])).toEqual([yes]);
});

test('an error that started while Only When an Error Starts or Ends was off is emitted once when it is on', async () => {
	const store = new SimulatedStore();
	const n8nWith = (onlyOnChange: boolean) => new SimulatedN8n(settings({ onlyOnChange }), store);
	await deliverEach(n8nWith(false), [errorEntry('ERROR')]);

	expect(await deliverEach(n8nWith(true), [errorEntry('ERROR'), errorEntry('ERROR')])).toEqual([
		yes,
		no,
	]);
});

test('an event with more unreadable fields than are listed starts an execution, since its error may be another one', async () => {
	const n8n = new SimulatedN8n(settings());
	const { data, ...event } = errorEvent([errorEntry('ERROR')]);
	const triggers = Array.from({ length: 2_000 }, () => 1);

	await n8n.deliverErrors({ ...event, data: { ...Object(data), triggers } });
	await n8n.deliverErrors({ ...event, data: { ...Object(data), triggers } });

	expect(n8n.executions).toBe(2);
});

test('after the filters were edited, an error is emitted again, since it may have ended meanwhile', async () => {
	const store = new SimulatedStore();
	const filtered = (filters: IDataObject) => new SimulatedN8n(settings({ filters }), store);
	await deliverEach(filtered({}), [errorEntry('ERROR')]);
	await deliverEach(filtered({ errorCodes: ['UNREACHABLE'] }), [errorEntry('RESOLVED')]);

	expect(await deliverEach(filtered({ errorCodes: ['ASLEEP'] }), [errorEntry('ERROR')])).toEqual([
		yes,
	]);
});

/** Delivers an active error before and after a filter is changed. @returns which were emitted */
async function emittedAroundChange(filter: string, before: string, after: string) {
	const store = new SimulatedStore();
	const emitted: boolean[] = [];
	for (const value of [before, after]) {
		const n8n = new SimulatedN8n(settings({ filters: { [filter]: value } }), store);
		const errors = await n8n.deliverErrors({
			eventType: 'VEHICLE_ERROR',
			data: { vehicle: { id: 'v-1', make: 'TESLA', mode: 'live' }, errors: [errorEntry('ERROR')] },
			meta: { webhookId: 'w-1', mode: 'LIVE' },
		});
		emitted.push(errors.length > 0);
	}
	return emitted;
}

test.each([
	['errorCodes', 'ASLEEP', 'ASLEEP, UNREACHABLE'],
	['errorTypes', 'VEHICLE_STATE', 'VEHICLE_STATE, COMPATIBILITY'],
	['makes', 'TESLA', 'TESLA, FORD'],
	['modes', 'LIVE', 'LIVE, TEST'],
	['vehicleIds', 'v-1', 'v-1, v-2'],
	['vehicleModes', 'live', 'live, simulated'],
	['webhookIds', 'w-1', 'w-1, w-2'],
])(
	'an active error is emitted once more when the filter %s changes from %j to %j',
	async (filter, before, after) => {
		expect(await emittedAroundChange(filter, before, after)).toEqual([yes, yes]);
	},
);

test.each([
	['errorStates', '', 'ERROR'],
	['firstDeliveries', 'skip', 'only'],
	['signalCodes', 'wheel-tires', 'closure-doors'],
	['signalMatch', 'changed', 'present'],
])(
	'an active error is not emitted again when the filter %s changes from %j to %j',
	async (filter, before, after) => {
		expect(await emittedAroundChange(filter, before, after)).toEqual([yes, no]);
	},
);

test('an error is emitted once if the expression of a filter gives another result in the execution', async () => {
	const n8n = new SimulatedN8n(settings({ filters: { errorCodes: ['ASLEEP'] } }));
	const executionChanges = { filters: { errorCodes: ['ASLEEP', 'UNREACHABLE'] } };
	const event = errorEvent([errorEntry('ERROR')]);

	expect(await n8n.deliverErrors(event, { executionChanges })).toHaveLength(1);
	const later = new SimulatedN8n(settings(executionChanges), n8n.store);
	expect(await later.deliverErrors(event)).toEqual([]);
});

test.each([
	['ASLEEP, UNREACHABLE', 'UNREACHABLE, ASLEEP'],
	['ASLEEP', 'ASLEEP, ASLEEP'],
	['ASLEEP', 'asleep'],
])('the state stays when the filter %j is written as %j', async (before, after) => {
	const store = new SimulatedStore();
	const filtered = (errorCodes: string) =>
		new SimulatedN8n(settings({ filters: { errorCodes } }), store);
	await deliverEach(filtered(before), [errorEntry('ERROR')]);

	expect(await deliverEach(filtered(after), [errorEntry('ERROR')])).toEqual([no]);
});

test('an error at a signal is the same whatever the case of the code of the signal', async () => {
	const n8n = new SimulatedN8n(settings());
	const reported: Array<[state: string, code: string]> = [
		['ERROR', 'wheel-tires'],
		['ERROR', 'Wheel-Tires'],
		['RESOLVED', 'WHEEL-TIRES'],
	];
	const entries = reported.map(([state, code]) =>
		errorEntry(state, { type: 'COMPATIBILITY', signals: [{ code }] }),
	);

	expect(await deliverEach(n8n, entries)).toEqual([yes, no, yes]);
});

test('an error is the same whatever the case of its type, code and state', async () => {
	const n8n = new SimulatedN8n(settings());
	const inLowerCase = { type: 'vehicle_state', code: 'asleep' };

	expect(
		await deliverEach(n8n, [
			errorEntry('ERROR'),
			errorEntry('error', inLowerCase),
			errorEntry('resolved', inLowerCase),
			errorEntry('ERROR'),
		]),
	).toEqual([yes, no, yes, yes]);
});

test('while the store fails, an error is emitted rather than missed', async () => {
	const n8n = new SimulatedN8n(settings());
	n8n.store.isBroken = true;

	expect(await deliverEach(n8n, [errorEntry('ERROR'), errorEntry('ERROR')])).toEqual([yes, no]);
	n8n.restart();

	expect(await deliverEach(n8n, [errorEntry('ERROR')])).toEqual([yes]);
});

test('a RESOLVED that the store failed to record is not forgotten while n8n runs', async () => {
	const n8n = new SimulatedN8n(settings());
	await deliverEach(n8n, [errorEntry('ERROR')]);
	n8n.store.isBroken = true;
	await deliverEach(n8n, [errorEntry('RESOLVED')]);
	n8n.store.isBroken = false;

	expect(await deliverEach(n8n, [errorEntry('ERROR')])).toEqual([yes]);
});

test('the same event is emitted again after the workflow has failed', async () => {
	const n8n = new SimulatedN8n(settings({ options: { acknowledge: 'lastNode' } }));
	const event = { eventId: 'e-1', ...errorEvent([errorEntry('ERROR')]) };
	expect(await n8n.deliverErrors(event, { workflow: 'fails' })).toHaveLength(1);
	n8n.restart();

	expect(await n8n.deliverErrors(event)).toHaveLength(1);
	expect(await deliverEach(n8n, [errorEntry('ERROR')])).toEqual([no]);
});

test('an error whose workflow has failed is not forgotten when it is reported for a signal meanwhile', async () => {
	const n8n = new SimulatedN8n(settings({ options: { acknowledge: 'lastNode' } }));
	await n8n.deliverErrors(errorEvent([withSignals('ERROR')]), { workflow: 'fails' });

	expect(
		await deliverEach(n8n, [
			withSignals('ERROR', 'closure-doors'),
			withSignals('ERROR'),
			withSignals('ERROR'),
		]),
	).toEqual([yes, yes, no]);
});

test('an error whose workflow has failed is emitted with the next event that reports it, and not again', async () => {
	const n8n = new SimulatedN8n(settings({ options: { acknowledge: 'lastNode' } }));
	const failed = { eventId: 'e-1', ...errorEvent([errorEntry('ERROR')]) };
	await n8n.deliverErrors(failed, { workflow: 'fails' });

	expect(await deliverEach(n8n, [errorEntry('ERROR')])).toEqual([yes]);
	expect(await n8n.deliverErrors(failed)).toEqual([]);
});

test.each<[string, string[]]>([
	['ends before it comes again', ['RESOLVED']],
	['is reported by another event, and ends before it comes again', ['ERROR', 'RESOLVED']],
])(
	'an error whose workflow has failed and that %s does not hide the next one',
	async (_what, states) => {
		for (const restarts of [false, true]) {
			const n8n = new SimulatedN8n(settings({ options: { acknowledge: 'lastNode' } }));
			const failed = { eventId: 'e-1', ...errorEvent([errorEntry('ERROR')]) };
			await n8n.deliverErrors(failed, { workflow: 'fails' });
			if (restarts) n8n.restart();
			await deliverEach(
				n8n,
				states.map((state) => errorEntry(state)),
			);
			await n8n.deliverErrors(failed);

			expect(await deliverEach(n8n, [errorEntry('ERROR'), errorEntry('RESOLVED')])).toEqual([
				yes,
				yes,
			]);
		}
	},
);
