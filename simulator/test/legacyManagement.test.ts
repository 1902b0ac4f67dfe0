import {
	sendRequest,
	credentials,
	startTestSimulator,
	stopTestSimulators,
} from './support/testSimulator';

afterEach(stopTestSimulators);

describe('v2.0 management API', () => {
	const basic = (password: string) => ({
		authorization: `Basic ${Buffer.from(`default:${password}`).toString('base64')}`,
	});

	it('lists connections page by page', async () => {
		const { hosts, fleet } = await startTestSimulator({ vehicles: 12 });
		const url = `${hosts.legacyManagementUrl}/management/connections`;
		const headers = basic(credentials.applicationManagementToken);
		const first = await sendRequest(`${url}?limit=10`, { headers });
		const expected = fleet.connections.map(({ userId, vehicleId, createdAt }) => ({
			userId,
			vehicleId,
			connectedAt: new Date(createdAt).toISOString(),
			mode: fleet.vehicle(vehicleId)?.mode,
		}));
		const cursor = fleet.connections[9]?.id;
		expect(first.body).toEqual({ connections: expected.slice(0, 10), paging: { cursor } });
		const second = await sendRequest(`${url}?limit=10&cursor=${cursor}`, { headers });
		expect(second.body).toEqual({ connections: expected.slice(10), paging: { cursor: null } });
	});

	it('accepts only the application management token as password', async () => {
		const { hosts, tokens } = await startTestSimulator();
		const url = `${hosts.legacyManagementUrl}/management/connections`;
		expect((await sendRequest(url, { headers: basic(credentials.clientSecret) })).status).toBe(401);
		expect((await sendRequest(url, { token: tokens.issueForApplication() })).status).toBe(401);
		expect(
			(
				await sendRequest(`${url}?limit=101`, {
					headers: basic(credentials.applicationManagementToken),
				})
			).status,
		).toBe(400);
	});
});
