import { sendRequest, startTestSimulator, stopTestSimulators } from './support/testSimulator';

afterEach(stopTestSimulators);

describe('the end of v2.0', () => {
	it('answers v2.0 requests with 410, and v3 requests as before', async () => {
		const { hosts, tokens } = await startTestSimulator({ version2Ended: true });
		const token = tokens.issueForApplication();
		const statusOf = async (url: string) => (await sendRequest(url, { token })).status;
		expect(await statusOf(`${hosts.vehicleDataUrl}/v2.0/vehicles`)).toBe(410);
		expect(await statusOf(`${hosts.legacyManagementUrl}/management/connections`)).toBe(410);
		expect(await statusOf(`${hosts.signalsUrl}/connections`)).toBe(200);
	});
});
