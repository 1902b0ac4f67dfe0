import type { ListDefect } from '../faults/malformedLists';
import type { Simulator } from '../simulator';
import { sendRequest, startTestSimulator, stopTestSimulators } from './support/testSimulator';

afterEach(stopTestSimulators);

async function startWithThreeWebhooks(): Promise<Simulator> {
	const simulator = await startTestSimulator();
	for (const name of ['w0', 'w1', 'w2'])
		simulator.webhooks.create({ name, callbackUri: 'https://n8n.example/w' });
	return simulator;
}

async function listWithDefect(
	{ hosts, tokens, faults }: Simulator,
	defect: ListDefect,
	query = '',
): Promise<unknown> {
	faults.plan({ path: /\/webhooks/ }, { kind: 'malformedList', defect });
	return (
		await sendRequest(`${hosts.managementUrl}/webhooks?${query}`, {
			token: tokens.issueForApplication(),
		})
	).body;
}

describe('malformed lists', () => {
	it('have a next link to the same page or to another host, or none', async () => {
		const simulator = await startWithThreeWebhooks();
		const self = `${simulator.hosts.managementUrl}/webhooks?page%5Bnumber%5D=2&page%5Bsize%5D=1`;
		const query = 'page[number]=2&page[size]=1';
		expect(await listWithDefect(simulator, { kind: 'nextLinkToSamePage' }, query)).toMatchObject({
			data: [{ attributes: { name: 'w1' } }],
			links: { self, next: self },
		});
		const url = 'http://elsewhere.example/v3/webhooks?page%5Bnumber%5D=3';
		expect(await listWithDefect(simulator, { kind: 'nextLinkToUrl', url }, query)).toMatchObject({
			links: { next: url },
		});
		expect(await listWithDefect(simulator, { kind: 'noNextLink' }, query)).toMatchObject({
			links: { next: null },
			meta: { totalCount: 3 },
		});
	});

	it('have a total that is too large or too small', async () => {
		const simulator = await startWithThreeWebhooks();
		expect(await listWithDefect(simulator, { kind: 'wrongTotal', by: 40 })).toMatchObject({
			meta: { totalCount: 43, pageSize: 50 },
		});
		expect(await listWithDefect(simulator, { kind: 'wrongTotal', by: -2 })).toMatchObject({
			meta: { totalCount: 1 },
		});
		expect(await listWithDefect(simulator, { kind: 'wrongTotal', by: -9 })).toMatchObject({
			meta: { totalCount: 0 },
		});
	});

	it('have no list, or no body at all', async () => {
		const simulator = await startWithThreeWebhooks();
		expect(await listWithDefect(simulator, { kind: 'noList' })).toEqual({
			links: expect.any(Object),
			meta: expect.any(Object),
		});
		simulator.faults.plan({ path: '/webhooks' }, { kind: 'empty' });
		const response = await fetch(`${simulator.hosts.managementUrl}/webhooks`, {
			headers: { authorization: `Bearer ${simulator.tokens.issueForApplication()}` },
		});
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(await response.text()).toBe('');
	});

	it('can be planned for every page, until faults are cleared', async () => {
		const { hosts, tokens, faults } = await startWithThreeWebhooks();
		const url = `${hosts.managementUrl}/webhooks?page[size]=1`;
		const token = tokens.issueForApplication();
		const defect: ListDefect = { kind: 'wrongTotal', by: 7 };
		faults.plan({ path: '/webhooks' }, { kind: 'malformedList', defect }, Infinity);
		for (const page of [1, 2]) {
			const { body } = await sendRequest(`${url}&page[number]=${page}`, { token });
			expect(body).toMatchObject({ meta: { totalCount: 10 } });
		}
		faults.clear();
		expect((await sendRequest(url, { token })).body).toMatchObject({ meta: { totalCount: 3 } });
	});

	it.each<[ListDefect, string]>([
		[{ kind: 'nextLinkToSamePage' }, 'the response has no links'],
		[{ kind: 'wrongTotal', by: 1 }, 'the response has no total'],
		[{ kind: 'noList' }, 'the response has no list'],
	])('fail with 500 for a response that is not a list: %j', async (defect, description) => {
		const { hosts, tokens, faults } = await startTestSimulator();
		faults.plan({ path: '/v2.0/user' }, { kind: 'malformedList', defect });
		const response = await sendRequest(`${hosts.vehicleDataUrl}/v2.0/user`, {
			token: tokens.issueForApplication(),
		});
		expect(response).toMatchObject({ status: 500, body: { type: 'SERVER', description } });
	});
});
