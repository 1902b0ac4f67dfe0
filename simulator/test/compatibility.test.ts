import { sendRequest, startTestSimulator, stopTestSimulators } from './support/testSimulator';

afterEach(stopTestSimulators);

describe('compatible vehicles', () => {
	it('are listed without a token, filtered by region, make (in any case) and powertrain', async () => {
		const { hosts } = await startTestSimulator();
		const url = `${hosts.compatibilityUrl}/v3/compatible-vehicles`;
		const list = async (query: string): Promise<unknown> =>
			(await sendRequest(`${url}?${query}`)).body;
		expect(await list('filter[make]=tesla&filter[region]=US')).toMatchObject({
			data: [
				{
					id: 'TESLA-Model 3-2018-2026-BEV-US',
					type: 'vehicle-model-capability',
					attributes: { make: 'TESLA', region: 'US', years: { start: 2018, end: 2026 } },
				},
			],
			meta: { totalCount: 1 },
		});
		expect(await list('filter[powertrainType]=ICE')).toMatchObject({
			data: ['US', 'CA', 'EUROPE'].map((region) => ({ attributes: { model: '320i', region } })),
		});
		expect(await list('filter[make]=LADA')).toMatchObject({ data: [], meta: { totalCount: 0 } });
		expect((await sendRequest(`${url}?filter[region]=MARS`)).status).toBe(400);
	});

	it('have the signals and commands of their powertrain as capabilities', async () => {
		const { hosts } = await startTestSimulator();
		const { body } = await sendRequest(
			`${hosts.compatibilityUrl}/v3/compatible-vehicles?filter[make]=skoda`,
		);
		expect(body).toMatchObject({
			data: [
				{
					attributes: {
						capabilities: expect.arrayContaining([
							{
								type: 'signal',
								name: 'State Of Charge',
								group: 'TractionBattery',
								code: 'StateOfCharge',
								capability: 'tractionbattery-stateofcharge',
								permission: 'read_battery',
							},
							{
								type: 'command',
								name: 'Charge start',
								group: '',
								code: 'charge-start',
								capability: 'charge-start',
								permission: 'control_charge',
							},
						]),
					},
				},
			],
		});
		expect(JSON.stringify(body)).not.toContain('internalcombustionengine');
	});
});
