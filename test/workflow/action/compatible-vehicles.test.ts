import { compatibleVehicle } from './resources';
import { compatibilityApi, runSmartcar, useNock } from './smartcar';

useNock();

const parameters = { resource: 'compatibleVehicle', operation: 'getMany' };
const list = (query: Record<string, string> = {}) => compatibilityApi().get('/v3/compatible-vehicles').query(query);

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
	permissions: ['control_charge', 'read_battery'],
};

test('sends every filter under its name, and no token', async () => {
	let authorization: string | undefined = 'not asked';
	list({ 'filter[make]': 'tesla', 'filter[powertrainType]': 'BEV', 'filter[region]': 'EUROPE' }).reply(
		200,
		function answer() {
			authorization = this.req.headers.authorization;
			return { data: [compatibleVehicle('Tesla')], meta: { totalCount: 1 } };
		},
	);
	const filters = { make: 'tesla', powertrainType: 'BEV', region: 'EUROPE' };
	const { json } = await runSmartcar({ ...parameters, filters });
	expect(json).toEqual([TESLA]);
	expect(authorization).toBeUndefined();
});

test('the limit is kept here, as all come in one answer', async () => {
	const data = ['Audi', 'BMW', 'Tesla'].map(compatibleVehicle);
	list().times(2).reply(200, { data });
	const limited = await runSmartcar({ ...parameters, limit: 2, simplify: false });
	expect(limited.json).toEqual(data.slice(0, 2));
	expect((await runSmartcar({ ...parameters, returnAll: true })).json.map(({ make }) => make)).toEqual([
		'Audi',
		'BMW',
		'Tesla',
	]);
});

test('a list without data is an error', async () => {
	list().reply(200, {});
	expect((await runSmartcar(parameters)).error?.message).toMatch(/'data' Required$/);
});

test('a server trouble is tried again, and a token that nobody sent is not blamed', async () => {
	list().reply(503, '');
	list().reply(200, { data: [] });
	expect((await runSmartcar(parameters)).error).toBeUndefined();
});
