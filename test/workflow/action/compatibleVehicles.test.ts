import nock from 'nock';
import type { IDataObject } from 'n8n-workflow';
import { compatibleVehicle } from './smartcarResponses';
import { APPLICATION, compatibilityApi, runSmartcar, useNock } from './runSmartcar';

useNock();

const parameters = {
	resource: 'compatibleVehicle',
	operation: 'getMany',
	options: { refresh: true },
};
const list = (query: Record<string, string> = {}) =>
	compatibilityApi().get('/v3/compatible-vehicles').query(query);

const TESLA = {
	id: 'Tesla-Model 3-2017-2026-BEV-US',
	make: 'Tesla',
	model: 'Model 3',
	firstYear: 2017,
	lastYear: 2026,
	region: 'US',
	powertrainType: 'BEV',
	signals: ['tractionbattery-stateofcharge'],
	commands: ['charge-start'],
};

test('sends every filter and no token', async () => {
	let authorization: string | undefined = 'not requested';
	list({
		'filter[make]': 'tesla',
		'filter[powertrainType]': 'BEV',
		'filter[region]': 'EUROPE',
	}).reply(200, function reply() {
		authorization = this.req.headers.authorization;
		return { data: [compatibleVehicle('Tesla')], meta: { totalCount: 1 } };
	});
	const filters = { make: 'tesla', powertrainType: 'BEV', region: 'EUROPE' };
	const { json } = await runSmartcar({ ...parameters, filters });
	expect(json).toEqual([TESLA]);
	expect(authorization).toBeUndefined();
});

test('applies the limit itself, because a response has all models', async () => {
	const data = ['Audi', 'BMW', 'Tesla'].map(compatibleVehicle);
	list().times(2).reply(200, { data });
	const limited = await runSmartcar({ ...parameters, limit: 2, simplify: false });
	expect(limited.json).toEqual(data.slice(0, 2));
	expect(
		(await runSmartcar({ ...parameters, returnAll: true })).json.map(({ make }) => make),
	).toEqual(['Audi', 'BMW', 'Tesla']);
});

test('a list without data is an error', async () => {
	list().reply(200, {});
	expect((await runSmartcar(parameters)).error?.message).toMatch(/'data' Required$/);
});

test('an invalid entry is returned unchanged and marked', async () => {
	const invalidEntry = { id: 5, attributes: {} };
	list().reply(200, { data: [compatibleVehicle('Audi'), invalidEntry] });
	const { json, hints } = await runSmartcar(parameters);
	const unexpectedFormat = expect.stringContaining("'id' Expected string");
	expect(json).toEqual([
		expect.objectContaining({ make: 'Audi' }),
		{ ...invalidEntry, unexpectedFormat },
	]);
	expect(hints[0]?.message).toContain('/v3/compatible-vehicles');
});

test('an invalid entry is marked even if it is the only one within the limit', async () => {
	const invalidEntry = { id: 5, attributes: {} };
	list().reply(200, { data: [invalidEntry, compatibleVehicle('Audi')] });
	const { json, error } = await runSmartcar({ ...parameters, limit: 1 });
	expect(error).toBeUndefined();
	expect(json).toEqual([{ ...invalidEntry, unexpectedFormat: expect.any(String) }]);
});

test('a list in which all entries are invalid is an error', async () => {
	list().reply(200, { data: [{ code: 'no model' }] });
	expect((await runSmartcar(parameters)).error?.message).toMatch(/'id' Required$/);
});

test('a response of several megabytes is not cached', async () => {
	const data = Array.from({ length: 1000 }, () => ({
		...compatibleVehicle('Tesla'),
		notes: 'x'.repeat(3000),
	}));
	list({ 'filter[make]': 'Large' }).times(2).reply(200, { data });
	const large = { ...parameters, returnAll: true, filters: { make: 'Large' }, options: {} };
	const { json } = await runSmartcar(large);
	expect(json).toHaveLength(1000);
	await runSmartcar(large);
	expect(nock.isDone()).toBe(true);
});

test('retries a server error', async () => {
	list().reply(503, '');
	list().reply(200, { data: [] });
	expect((await runSmartcar(parameters)).error).toBeUndefined();
});

describe('the response cache', () => {
	const cachedList = { resource: 'compatibleVehicle', operation: 'getMany' };
	/** Each test lists its own make, because the cache outlives the test. */
	const parametersFor = (make: string) => ({ ...cachedList, filters: { make, region: 'US' } });
	const listOf = (make: string) => list({ 'filter[make]': make, 'filter[region]': 'US' });
	const responseWith = (make: string) => ({ data: [compatibleVehicle(make)] });
	const makes = ({ json }: { json: IDataObject[] }) => json.map(({ make }) => make);

	afterEach(() => jest.restoreAllMocks());

	test('returns the cached response for the same filters in any order', async () => {
		listOf('Audi').once().reply(200, responseWith('Audi'), { 'SC-Request-Id': 'request-1' });
		expect(makes(await runSmartcar(parametersFor('Audi')))).toEqual(['Audi']);
		const filters = { region: 'US', make: 'Audi' };
		const again = await runSmartcar({
			...cachedList,
			filters,
			options: { addResponseHeaders: true },
		});
		expect(again.json).toMatchObject([{ make: 'Audi', headers: { 'sc-request-id': 'request-1' } }]);
	});

	test('keeps a response for a day', async () => {
		listOf('BMW').once().reply(200, responseWith('BMW'));
		await runSmartcar(parametersFor('BMW'));
		const now = performance.now();
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now + 23.9 * 3_600_000);
		expect(makes(await runSmartcar(parametersFor('BMW')))).toEqual(['BMW']);
		clock.mockImplementation(() => now + 24.1 * 3_600_000);
		listOf('BMW').once().reply(200, { data: [] });
		expect(makes(await runSmartcar(parametersFor('BMW')))).toEqual([]);
	});

	test('Refresh replaces the response for later runs too', async () => {
		listOf('Kia').once().reply(200, responseWith('Kia'));
		expect(makes(await runSmartcar(parametersFor('Kia')))).toEqual(['Kia']);
		listOf('Kia').once().reply(200, responseWith('KIA'));
		expect(
			makes(await runSmartcar({ ...parametersFor('Kia'), options: { refresh: true } })),
		).toEqual(['KIA']);
		expect(makes(await runSmartcar(parametersFor('Kia')))).toEqual(['KIA']);
	});

	test.each([
		['an empty list', 'Skoda', () => ({ data: [] })],
		['an incomplete list', 'Volvo', () => ({ ...responseWith('Volvo'), meta: { totalCount: 2 } })],
		['a list without a valid model', 'Opel', () => ({ data: [{ code: 'no model' }] })],
	])('does not keep %s', async (_what, make, response) => {
		listOf(make).once().reply(200, response());
		await runSmartcar(parametersFor(make));
		const models = [compatibleVehicle(make), compatibleVehicle(make)];
		listOf(make).once().reply(200, { data: models });
		expect(makes(await runSmartcar(parametersFor(make)))).toEqual([make, make]);
	});

	test('Refresh with an incomplete list drops the cached one', async () => {
		const request = async (options = {}) =>
			makes(await runSmartcar({ ...parametersFor('Lexus'), options }));
		listOf('Lexus').once().reply(200, responseWith('cached'));
		expect(await request()).toEqual(['cached']);
		listOf('Lexus')
			.once()
			.reply(200, { ...responseWith('incomplete'), meta: { totalCount: 2 } });
		expect(await request({ refresh: true })).toEqual(['incomplete']);
		listOf('Lexus').once().reply(200, responseWith('new'));
		expect(await request()).toEqual(['new']);
	});

	test('keeps the responses of each host apart', async () => {
		listOf('Mini').once().reply(200, responseWith('Mini'));
		await runSmartcar(parametersFor('Mini'));
		nock('http://localhost:4010')
			.get('/v3/compatible-vehicles')
			.query(true)
			.reply(200, responseWith('Other'));
		const custom = { ...APPLICATION, customHosts: true, compatibilityUrl: 'http://localhost:4010' };
		const result = await runSmartcar(parametersFor('Mini'), {
			secrets: { smartcarApplicationApi: custom },
		});
		expect(makes(result)).toEqual(['Other']);
	});

	test.each([false, true])(
		'the items of one run share one request, with Refresh %s',
		async (refresh) => {
			const make = `Many ${refresh}`;
			const request = listOf(make).once().delay(20).reply(200, responseWith(make));
			const items = Array.from({ length: 30 }, () => ({}));
			const result = await runSmartcar({ ...parametersFor(make), options: { refresh } }, { items });
			expect(makes(result)).toEqual(items.map(() => make));
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(request.isDone()).toBe(true);
		},
	);

	test('does not keep errors and malformed responses', async () => {
		listOf('Seat')
			.once()
			.reply(400, { errors: [{ type: 'VALIDATION', detail: 'Not now.' }] });
		listOf('Seat').once().reply(200, { portal: 'Log in' });
		listOf('Seat').once().reply(200, responseWith('Seat'));
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(parametersFor('Seat'), { items: [{}, {}], node });
		expect(json.map(({ error }) => error)).toEqual([
			'Not now (VALIDATION, HTTP 400)',
			expect.stringMatching(/'data' Required$/),
		]);
		expect(makes(await runSmartcar(parametersFor('Seat')))).toEqual(['Seat']);
	});

	test('changes to the items do not change the cache', async () => {
		listOf('Fiat').once().reply(200, responseWith('Fiat'));
		const raw = { ...parametersFor('Fiat'), simplify: false };
		const [first] = (await runSmartcar(raw)).json;
		if (!first) throw new Error('The node returned no item');
		first.attributes = 'changed';
		delete first.id;
		expect((await runSmartcar(raw)).json).toEqual([compatibleVehicle('Fiat')]);
	});
});

test('sends the access token if the host responds with 401', async () => {
	const statuses = [401, 200];
	const sentTokens: unknown[] = [];
	list()
		.twice()
		.reply(function reply() {
			sentTokens.push(this.req.headers.authorization);
			return [statuses[sentTokens.length - 1] ?? 500, { data: [compatibleVehicle('Kia')] }];
		});
	const { json } = await runSmartcar({ ...parameters, options: { refresh: true } });
	expect(json).toHaveLength(1);
	expect(sentTokens).toEqual([undefined, expect.stringMatching(/^Bearer ./)]);
});

test.each([
	[
		'has a next page',
		{ links: { next: '/compatible-vehicles?page=2' } },
		'has more entries, but sent only the first 1',
	],
	['has more models', { meta: { totalCount: 90 } }, 'has a total of 90, but sent only the first 1'],
])('shows a hint if the list %s', async (_what, paging, hint) => {
	list().reply(200, { data: [compatibleVehicle('Seat')], ...paging });
	const { hints } = await runSmartcar({ ...parameters, options: { refresh: true } });
	expect(hints).toEqual([expect.objectContaining({ message: expect.stringContaining(hint) })]);
});
