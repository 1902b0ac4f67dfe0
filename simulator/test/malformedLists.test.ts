import type { ListLie } from '../faults/malformedLists';
import type { Simulator } from '../simulator';
import { at, call, simulator, stopSimulators } from './support/testSimulator';

afterEach(stopSimulators);

async function withWebhooks(count: number): Promise<Simulator> {
	const service = await simulator();
	for (let index = 0; index < count; index++) {
		service.webhooks.create({ name: `w${index}`, callbackUri: 'https://n8n.example/w' });
	}
	return service;
}

async function lied(
	{ hosts, tokens, faults }: Simulator,
	lie: ListLie,
	query = '',
): Promise<unknown> {
	faults.next({ path: /\/webhooks/ }, { kind: 'lie', lie });
	return (await call(`${hosts.managementUrl}/webhooks?${query}`, { token: tokens.issue() })).body;
}

describe('lists that lie', () => {
	it('link to the same page, to another host, and to nothing', async () => {
		const service = await withWebhooks(3);
		const self = `${service.hosts.managementUrl}/webhooks?page%5Bnumber%5D=2&page%5Bsize%5D=1`;
		const query = 'page[number]=2&page[size]=1';
		expect(await lied(service, { about: 'next', to: 'self' }, query)).toMatchObject({
			data: [{ attributes: { name: 'w1' } }],
			links: { self, next: self },
		});
		const url = 'http://elsewhere.example/v3/webhooks?page%5Bnumber%5D=3';
		expect(await lied(service, { about: 'next', to: 'other', url }, query)).toMatchObject({
			links: { next: url },
		});
		expect(await lied(service, { about: 'next', to: 'nothing' }, query)).toMatchObject({
			links: { next: null },
			meta: { totalCount: 3 },
		});
	});

	it('count too many and too few', async () => {
		const service = await withWebhooks(3);
		expect(await lied(service, { about: 'total', by: 40 })).toMatchObject({
			meta: { totalCount: 43, pageSize: 50 },
		});
		expect(await lied(service, { about: 'total', by: -2 })).toMatchObject({
			meta: { totalCount: 1 },
		});
		expect(await lied(service, { about: 'total', by: -9 })).toMatchObject({
			meta: { totalCount: 0 },
		});
	});

	it('come without their entries, or without a body', async () => {
		const service = await withWebhooks(3);
		expect(await lied(service, { about: 'data' })).toEqual({
			links: expect.any(Object),
			meta: expect.any(Object),
		});
		service.faults.next({ path: '/webhooks' }, { kind: 'empty' });
		const url = `${service.hosts.managementUrl}/webhooks`;
		const response = await fetch(url, {
			headers: { authorization: `Bearer ${service.tokens.issue()}` },
		});
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(await response.text()).toBe('');
	});

	it('lie in v2.0 too, on every page when told so, and then no more', async () => {
		const { hosts, tokens, faults, fleet } = await simulator();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const token = tokens.issue();
		faults.next(
			{ path: '/v2.0/vehicles' },
			{ kind: 'lie', lie: { about: 'total', by: 7 } },
			Infinity,
		);
		for (const offset of [0, 1]) {
			expect((await call(`${url}?limit=1&offset=${offset}`, { token })).body).toEqual({
				vehicles: [at(fleet.vehicles, offset).id],
				paging: { count: 12, offset },
			});
		}
		faults.clear();
		faults.next({ path: '/v2.0/vehicles' }, { kind: 'lie', lie: { about: 'data' } });
		expect((await call(url, { token })).body).toEqual({ paging: { count: 5, offset: 0 } });
		expect((await call(url, { token })).body).toMatchObject({ paging: { count: 5 } });
	});

	it('fail loudly about what is not there', async () => {
		const { hosts, tokens, faults } = await simulator();
		const token = tokens.issue();
		const lies: Array<[ListLie, string]> = [
			[{ about: 'next', to: 'self' }, 'the answer has no links'],
			[{ about: 'total', by: 1 }, 'the answer has no total'],
			[{ about: 'data' }, 'the answer has no list'],
		];
		for (const [lie, description] of lies) {
			faults.next({ path: '/v2.0/user' }, { kind: 'lie', lie });
			const answer = await call(`${hosts.vehicleDataUrl}/v2.0/user`, { token });
			expect(answer).toMatchObject({ status: 500, body: { type: 'SERVER', description } });
		}
	});
});
