import pWaitFor from 'p-wait-for';
import type { Simulator } from '../simulator';
import {
	entryAt,
	sendRequest,
	SKODA,
	startTestSimulator,
	stopTestSimulators,
	TESLA,
	TOYOTA,
} from './support/testSimulator';

afterEach(stopTestSimulators);

const ERROR_URL = 'https://n8n.example/webhook/errors';

/**
 * A simulator with webhooks named `Tires 0`, `Battery 1` and so on. The first one is disabled, and
 * the second one has another URL for errors.
 */
async function startWithWebhooks(count: number): Promise<Simulator> {
	const simulator = await startTestSimulator();
	for (let index = 0; index < count; index++) {
		const webhook = simulator.webhooks.create({
			name: index % 2 === 0 ? `Tires ${index}` : `Battery ${index}`,
			callbackUri: `https://n8n.example/webhook/${index}`,
			...(index === 1 && { errorCallbackUri: ERROR_URL }),
		});
		webhook.isEnabled = index !== 0;
	}
	return simulator;
}

describe('GET /webhooks', () => {
	it('returns one page of webhooks', async () => {
		const { hosts, tokens, fleet } = await startWithWebhooks(2);
		const { body } = await sendRequest(`${hosts.managementUrl}/webhooks`, {
			token: tokens.issueForApplication(),
		});
		const self = `${hosts.managementUrl}/webhooks?page%5Bnumber%5D=1&page%5Bsize%5D=50`;
		const tires = { group: 'Wheel', name: 'Tires', code: 'wheel-tires' };
		const resource = (index: number) => ({
			id: entryAt(fleet.webhooks, index).id,
			type: 'webhook',
			attributes: {
				name: entryAt(fleet.webhooks, index).name,
				callbackUri: `https://n8n.example/webhook/${index}`,
				errorCallbackUri: index === 1 ? ERROR_URL : null,
				isEnabled: index !== 0,
				triggers: expect.arrayContaining([tires]),
				data: expect.arrayContaining([tires]),
				autoSubscribe: false,
			},
			links: { self: `${hosts.managementUrl}/webhooks/${entryAt(fleet.webhooks, index).id}` },
			meta: { createdAt: expect.stringMatching(/^\d{4}-.+Z$/) },
		});
		expect(body).toEqual({
			data: [resource(0), resource(1)],
			links: { self, first: self, last: self, prev: null, next: null },
			meta: { pageNumber: 1, pageSize: 50, totalCount: 2 },
		});
	});

	it('links to the other pages and keeps the filters', async () => {
		const { hosts, tokens } = await startWithWebhooks(7);
		const token = tokens.issueForApplication();
		const url = `${hosts.managementUrl}/webhooks`;
		const { body } = await sendRequest(`${url}?page[number]=2&page[size]=3&filter[name]=r`, {
			token,
		});
		const link = (page: number) =>
			`${url}?filter%5Bname%5D=r&page%5Bnumber%5D=${page}&page%5Bsize%5D=3`;
		expect(body).toMatchObject({
			data: [
				{ attributes: { name: 'Battery 3' } },
				{ attributes: { name: 'Tires 4' } },
				{ attributes: { name: 'Battery 5' } },
			],
			links: { self: link(2), first: link(1), last: link(3), prev: link(1), next: link(3) },
			meta: { pageNumber: 2, pageSize: 3, totalCount: 7 },
		});
		const beyond = await sendRequest(`${url}?page[number]=9`, { token });
		expect(beyond.body).toMatchObject({ data: [], links: { next: null }, meta: { totalCount: 7 } });
	});

	it.each([
		['filter[name]=tIRES', ['Tires 0', 'Tires 2']],
		['filter%5Bname%5D=battery', ['Battery 1', 'Battery 3']],
		['filter[callbackUri]=WEBHOOK/3', ['Battery 3']],
		['filter[isEnabled]=false', ['Tires 0']],
		['filter[autoSubscribe]=true', []],
		['filter[name]=tires&filter[isEnabled]=true', ['Tires 2']],
	])('filters by %s', async (query, names) => {
		const { hosts, tokens } = await startWithWebhooks(4);
		const { body } = await sendRequest(`${hosts.managementUrl}/webhooks?${query}`, {
			token: tokens.issueForApplication(),
		});
		expect(body).toMatchObject({
			data: names.map((name) => ({ attributes: { name } })),
			meta: { totalCount: names.length },
		});
	});

	it.each([
		'page[size]=0',
		'page[size]=101',
		'page[number]=0',
		'page[size]=x',
		'filter[isEnabled]=yes',
		'filter[nmae]=x',
	])('rejects %s in the v3 error format', async (query) => {
		const { hosts, tokens } = await startWithWebhooks(1);
		const { status, body } = await sendRequest(`${hosts.managementUrl}/webhooks?${query}`, {
			token: tokens.issueForApplication(),
		});
		expect(status).toBe(400);
		expect(body).toEqual({
			errors: [
				expect.objectContaining({
					status: '400',
					type: 'VALIDATION',
					code: 'BAD_REQUEST',
					title: 'Bad Request',
					detail: expect.stringContaining(query.split('=')[0] ?? ''),
				}),
			],
		});
	});

	it('returns one webhook by ID, and 404 for an unknown one', async () => {
		const { hosts, tokens, fleet } = await startWithWebhooks(1);
		const token = tokens.issueForApplication();
		const { id } = entryAt(fleet.webhooks, 0);
		expect(
			(await sendRequest(`${hosts.managementUrl}/webhooks/${id}`, { token })).body,
		).toMatchObject({
			data: { id },
		});
		const missing = await sendRequest(`${hosts.managementUrl}/webhooks/nothing`, { token });
		expect(missing.status).toBe(404);
		expect(missing.body).toMatchObject({ errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND' }] });
	});
});

describe('subscriptions', () => {
	it('are listed newest first, 25 per page', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator({ vehicles: 30 });
		webhooks.create({ name: 'all', callbackUri: 'https://n8n.example/all', autoSubscribe: true });
		const { body } = await sendRequest(`${hosts.managementUrl}/subscriptions`, {
			token: tokens.issueForApplication(),
		});
		expect(body).toMatchObject({ data: { 0: { id: entryAt(fleet.subscriptions, 30).id } } });
		expect(body).toMatchObject({
			meta: {
				pageNumber: 1,
				pageSize: 25,
				totalCount: 31,
				orderBy: 'createdAt',
				orderDirection: 'DESC',
			},
			links: { prev: null, next: expect.stringContaining('page%5Bnumber%5D=2') },
		});
	});

	it('are returned by ID, with their relationships', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator();
		const webhook = webhooks.create({
			name: 'all',
			callbackUri: 'https://n8n.example/all',
			autoSubscribe: true,
		});
		const { id } = entryAt(fleet.subscriptions, 0);
		const vehicle = entryAt(fleet.vehicles, 0);
		const { body } = await sendRequest(`${hosts.managementUrl}/subscriptions/${id}`, {
			token: tokens.issueForApplication(),
		});
		expect(body).toEqual({
			data: {
				type: 'subscription',
				id,
				attributes: {
					vehicle: {
						make: 'SKODA',
						model: 'Enyaq',
						year: vehicle.year,
						mode: 'live',
						powertrainType: 'BEV',
					},
				},
				meta: { createdAt: expect.any(String), updatedAt: expect.any(String) },
				links: { self: `${hosts.managementUrl}/subscriptions/${id}` },
				relationships: {
					webhook: {
						data: { type: 'webhook', id: webhook.id },
						links: { related: `${hosts.managementUrl}/webhooks/${webhook.id}` },
					},
					user: {
						data: { type: 'user', id: entryAt(fleet.users, 0).id },
						links: { related: expect.stringContaining('/users/') },
					},
					vehicle: {
						data: { type: 'vehicle', id: vehicle.id },
						links: { related: `${hosts.signalsUrl}/vehicles/${vehicle.id}` },
					},
				},
			},
		});
	});

	it('are filtered by user, webhook, vehicle and mode', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator();
		const webhook = webhooks.create({
			name: 'all',
			callbackUri: 'https://n8n.example/all',
			autoSubscribe: true,
		});
		webhooks.create({
			name: 'other',
			callbackUri: 'https://n8n.example/other',
			autoSubscribe: true,
		});
		const token = tokens.issueForApplication();
		const list = async (query: string): Promise<unknown> =>
			(await sendRequest(`${hosts.managementUrl}/subscriptions?${query}`, { token })).body;
		const total = (totalCount: number) => ({ meta: { totalCount } });
		expect(await list('')).toMatchObject(total(12));
		expect(await list(`filter[webhookId]=${webhook.id}`)).toMatchObject(total(6));
		expect(await list(`filter[userId]=${entryAt(fleet.users, 1).id}`)).toMatchObject(total(6));
		expect(await list(`filter%5BvehicleId%5D=${entryAt(fleet.vehicles, 0).id}`)).toMatchObject(
			total(4),
		);
		expect(await list('filter[vehicle.mode]=simulated')).toMatchObject(total(2));
	});

	it.each([
		'filter[userId]=me',
		'filter[webhookId]=1',
		'filter[vehicleId]=x',
		'filter[vehicle.mode]=test',
	])('rejects %s', async (query) => {
		const { hosts, tokens } = await startTestSimulator();
		const { status, body } = await sendRequest(`${hosts.managementUrl}/subscriptions?${query}`, {
			token: tokens.issueForApplication(),
		});
		expect(status).toBe(400);
		expect(body).toMatchObject({ errors: [{ type: 'VALIDATION', code: 'BAD_REQUEST' }] });
	});

	it('are created once, shortly after 202, and deleted once', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator({ timeScale: 1 });
		const webhook = webhooks.create({ name: 'one', callbackUri: 'https://n8n.example/one' });
		const token = tokens.issueForApplication();
		const url = `${hosts.managementUrl}/subscriptions`;
		const attributes = {
			webhookId: webhook.id,
			userId: entryAt(fleet.users, 0).id,
			vehicleId: entryAt(fleet.vehicles, 0).id,
		};
		const body = { data: { attributes } };
		const created = await sendRequest(url, { token, body });
		expect(created.status).toBe(202);
		expect(created.body).toEqual({ meta: { message: 'subscription creation in progress' } });
		expect((await sendRequest(url, { token })).body).toMatchObject({ data: [] });
		expect((await sendRequest(url, { token, body })).status).toBe(409);
		await pWaitFor(() => fleet.subscriptions.length === 1, { timeout: 5_000 });
		expect((await sendRequest(url, { token, body })).status).toBe(409);
		expect(entryAt(fleet.subscriptions, 0)).toMatchObject(attributes);

		const subscriptionUrl = `${url}/${entryAt(fleet.subscriptions, 0).id}`;
		const deleted = await sendRequest(subscriptionUrl, {
			method: 'DELETE',
			token,
			headers: { 'content-type': 'application/json' },
		});
		expect(deleted).toMatchObject({ status: 204, body: '' });
		expect((await sendRequest(subscriptionUrl, { method: 'DELETE', token })).status).toBe(404);
		expect((await sendRequest(subscriptionUrl, { token })).status).toBe(404);
	});

	it('are not created for a car that is disconnected meanwhile', async () => {
		const { fleet, webhooks, subscriptions } = await startTestSimulator();
		const { id: webhookId } = webhooks.create({ name: 'one', callbackUri: 'https://n8n.example' });
		const { id: userId } = entryAt(fleet.users, 0);
		const [disconnected, other] = [entryAt(fleet.vehicles, SKODA), entryAt(fleet.vehicles, TESLA)];
		for (const { id } of [disconnected, other])
			subscriptions.request({ webhookId, userId, vehicleId: id });
		fleet.disconnect(fleet.connectionsOf(disconnected));

		await pWaitFor(() => fleet.subscriptions.some(({ vehicleId }) => vehicleId === other.id));
		expect(fleet.subscriptions.map(({ vehicleId }) => vehicleId)).toEqual([other.id]);
	});

	it('need a known webhook, a user who is connected to the vehicle, and all fields', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator();
		const webhook = webhooks.create({ name: 'one', callbackUri: 'https://n8n.example/one' });
		const token = tokens.issueForApplication();
		const post = async (attributes: object) =>
			(
				await sendRequest(`${hosts.managementUrl}/subscriptions`, {
					token,
					body: { data: { attributes } },
				})
			).status;
		const userId = entryAt(fleet.users, 0).id;
		const vehicleId = entryAt(fleet.vehicles, TOYOTA).id;
		const unknownWebhookId = userId;
		expect(await post({ webhookId: unknownWebhookId, userId, vehicleId })).toBe(404);
		expect(await post({ webhookId: webhook.id, userId, vehicleId })).toBe(403);
		expect(await post({ webhookId: webhook.id, userId })).toBe(400);
	});
});
