import nock from 'nock';
import type { IDataObject } from 'n8n-workflow';
import { compatibleVehicle } from './resources';
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

test('applies the limit itself, because one response holds all models', async () => {
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
	const unexpectedForm = expect.stringContaining("'id' Expected string");
	expect(json).toEqual([
		expect.objectContaining({ make: 'Audi' }),
		{ ...invalidEntry, unexpectedForm },
	]);
	expect(hints[0]?.message).toContain('/v3/compatible-vehicles');
});

test('an invalid entry is marked even if it is the only one within the limit', async () => {
	const invalidEntry = { id: 5, attributes: {} };
	list().reply(200, { data: [invalidEntry, compatibleVehicle('Audi')] });
	const { json, error } = await runSmartcar({ ...parameters, limit: 1 });
	expect(error).toBeUndefined();
	expect(json).toEqual([{ ...invalidEntry, unexpectedForm: expect.any(String) }]);
});

test('a list in which all entries are invalid is an error', async () => {
	list().reply(200, { data: [{ code: 'no model' }] });
	expect((await runSmartcar(parameters)).error?.message).toMatch(/'id' Required$/);
});

test('a response of many megabytes is not kept', async () => {
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
	const kept = { resource: 'compatibleVehicle', operation: 'getMany' };
	/** Each test uses its own make, because the cache outlives the test. */
	const ask = (make: string) => ({ ...kept, filters: { make, region: 'US' } });
	const answered = (make: string) => list({ 'filter[make]': make, 'filter[region]': 'US' });
	const one = (make: string) => ({ data: [compatibleVehicle(make)] });
	const makes = ({ json }: { json: IDataObject[] }) => json.map(({ make }) => make);

	afterEach(() => jest.restoreAllMocks());

	test('serves the same filters in any order', async () => {
		answered('Audi').once().reply(200, one('Audi'), { 'SC-Request-Id': 'request-1' });
		expect(makes(await runSmartcar(ask('Audi')))).toEqual(['Audi']);
		const filters = { region: 'US', make: 'Audi' };
		const again = await runSmartcar({ ...kept, filters, options: { addResponseHeaders: true } });
		expect(again.json).toMatchObject([{ make: 'Audi', headers: { 'sc-request-id': 'request-1' } }]);
	});

	test('keeps a response for a day', async () => {
		answered('BMW').once().reply(200, one('BMW'));
		await runSmartcar(ask('BMW'));
		const now = performance.now();
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now + 23.9 * 3_600_000);
		expect(makes(await runSmartcar(ask('BMW')))).toEqual(['BMW']);
		clock.mockImplementation(() => now + 24.1 * 3_600_000);
		answered('BMW').once().reply(200, { data: [] });
		expect(makes(await runSmartcar(ask('BMW')))).toEqual([]);
	});

	test('Refresh replaces the response for later runs too', async () => {
		answered('Kia').once().reply(200, { data: [] });
		expect(makes(await runSmartcar(ask('Kia')))).toEqual([]);
		answered('Kia').once().reply(200, one('Kia'));
		expect(makes(await runSmartcar({ ...ask('Kia'), options: { refresh: true } }))).toEqual([
			'Kia',
		]);
		expect(makes(await runSmartcar(ask('Kia')))).toEqual(['Kia']);
	});

	test('keeps the responses of each host apart', async () => {
		answered('Mini').once().reply(200, one('Mini'));
		await runSmartcar(ask('Mini'));
		nock('http://localhost:4010')
			.get('/v3/compatible-vehicles')
			.query(true)
			.reply(200, one('Other'));
		const custom = { ...APPLICATION, customHosts: true, compatibilityUrl: 'http://localhost:4010' };
		const result = await runSmartcar(ask('Mini'), { secrets: { smartcarApplicationApi: custom } });
		expect(makes(result)).toEqual(['Other']);
	});

	test.each([false, true])(
		'the items of one run share one request, with Refresh %s',
		async (refresh) => {
			const make = `Many ${refresh}`;
			const request = answered(make).once().delay(20).reply(200, one(make));
			const items = Array.from({ length: 30 }, () => ({}));
			const result = await runSmartcar({ ...ask(make), options: { refresh } }, { items });
			expect(makes(result)).toEqual(items.map(() => make));
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(request.isDone()).toBe(true);
		},
	);

	test('keeps no error and no malformed response', async () => {
		answered('Seat')
			.once()
			.reply(400, { errors: [{ type: 'VALIDATION', detail: 'Not now.' }] });
		answered('Seat').once().reply(200, { portal: 'Log in' });
		answered('Seat').once().reply(200, one('Seat'));
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(ask('Seat'), { items: [{}, {}], node });
		expect(json.map(({ error }) => error)).toEqual([
			'Not now (VALIDATION, HTTP 400)',
			expect.stringMatching(/'data' Required$/),
		]);
		expect(makes(await runSmartcar(ask('Seat')))).toEqual(['Seat']);
	});

	test('changes to the items do not change the cache', async () => {
		answered('Fiat').once().reply(200, one('Fiat'));
		const raw = { ...ask('Fiat'), simplify: false };
		const [first] = (await runSmartcar(raw)).json;
		if (!first) throw new Error('No item came');
		first.attributes = 'changed';
		delete first.id;
		expect((await runSmartcar(raw)).json).toEqual([compatibleVehicle('Fiat')]);
	});
});

test('sends the access token if the host asks for it', async () => {
	const replies = [401, 200];
	const tokens: unknown[] = [];
	list()
		.twice()
		.reply(function reply() {
			tokens.push(this.req.headers.authorization);
			return [replies[tokens.length - 1] ?? 500, { data: [compatibleVehicle('Kia')] }];
		});
	const { json } = await runSmartcar({ ...parameters, options: { refresh: true } });
	expect(json).toHaveLength(1);
	expect(tokens).toEqual([undefined, expect.stringMatching(/^Bearer ./)]);
});

test.each([
	[
		'has a next page',
		{ links: { next: '/compatible-vehicles?page=2' } },
		'goes on, but sent only the first 1',
	],
	['has more models', { meta: { totalCount: 90 } }, 'has 90 entries, but sent only the first 1'],
])('says so if the list %s', async (_what, paging, hint) => {
	list().reply(200, { data: [compatibleVehicle('Seat')], ...paging });
	const { hints } = await runSmartcar({ ...parameters, options: { refresh: true } });
	expect(hints).toEqual([expect.objectContaining({ message: expect.stringContaining(hint) })]);
});
