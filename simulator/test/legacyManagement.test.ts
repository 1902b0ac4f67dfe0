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

	it('lists all connections', async () => {
		const { hosts, fleet } = await startTestSimulator();
		const { body } = await sendRequest(`${hosts.legacyManagementUrl}/management/connections`, {
			headers: basic(credentials.applicationManagementToken),
		});
		const connections = fleet.connections.map(({ userId, vehicleId, createdAt }) => ({
			userId,
			vehicleId,
			connectedAt: new Date(createdAt).toISOString(),
			mode: fleet.vehicle(vehicleId)?.mode,
		}));
		expect(body).toEqual({ connections, paging: { cursor: null } });
	});

	it('accepts only the application management token as password', async () => {
		const { hosts, tokens } = await startTestSimulator();
		const url = `${hosts.legacyManagementUrl}/management/connections`;
		expect((await sendRequest(url, { headers: basic(credentials.clientSecret) })).status).toBe(401);
		expect((await sendRequest(url, { token: tokens.issueForApplication() })).status).toBe(401);
	});
});
