import { getEventListeners, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { listenLocally } from '../../../../support/listenLocally';
import {
	onResponseClosed,
	type DeliveryOutcome,
} from '../../../../../nodes/SmartcarTrigger/delivery/onResponseClosed';

/**
 * Sends a request to an HTTP server. Resolves to what `onResponseClosed` tells the callback.
 * @param respond answers the request, or hangs up for the sender
 */
async function outcomeOf(
	endsWithWorkflow: boolean,
	respond: (response: ServerResponse, hangUp: () => Promise<void>) => unknown,
): Promise<DeliveryOutcome> {
	const sender = new AbortController();
	const server = createServer();
	const outcome = new Promise<DeliveryOutcome>((resolve) => {
		server.once('request', (_request, response) => {
			onResponseClosed(response, endsWithWorkflow, resolve);
			const hangUp = async () => {
				sender.abort();
				await once(response, 'close');
			};
			respond(response, hangUp);
		});
	});
	const url = await listenLocally(server);
	const sent = fetch(url, { method: 'POST', signal: sender.signal }).catch(() => undefined);
	try {
		return await outcome;
	} finally {
		await sent;
		server.close();
		server.closeAllConnections();
	}
}

afterEach(() => jest.restoreAllMocks());

describe.each([false, true])('if the response ends with the workflow: %s', (endsWithWorkflow) => {
	test.each([
		[200, 'acknowledged'],
		[204, 'acknowledged'],
		[302, 'rejected'],
		[401, 'rejected'],
		[500, 'rejected'],
	])('a delivery with the status %i is %s', async (status, expected) => {
		const outcome = await outcomeOf(endsWithWorkflow, (response) =>
			response.writeHead(status).end(),
		);

		expect(outcome).toBe(expected);
	});

	test('calls back at once for a response that is closed already', async () => {
		const closed = new Promise<ServerResponse>((resolve) => {
			void outcomeOf(endsWithWorkflow, (response) => {
				response.once('close', () => resolve(response));
				response.end();
			});
		});
		const callback = jest.fn();

		onResponseClosed(await closed, endsWithWorkflow, callback);

		expect(callback).toHaveBeenCalledWith('acknowledged');
	});
});

test('the outcome for a sender that hangs up is not known', async () => {
	expect(await outcomeOf(false, async (_response, hangUp) => await hangUp())).toBe('unknown');
});

test.each([
	[200, 'acknowledged'],
	[500, 'rejected'],
])(
	'if the sender hangs up before the workflow has finished, the status %i counts: %s',
	async (status, expected) => {
		const outcome = await outcomeOf(true, async (response, hangUp) => {
			await hangUp();
			response.statusCode = status;
			response.end('{}');
		});

		expect(outcome).toBe(expected);
	},
);

test('if the sender hangs up, each of several callbacks learns how the workflow has ended', async () => {
	const others: DeliveryOutcome[] = [];
	await outcomeOf(true, async (response, hangUp) => {
		onResponseClosed(response, true, (outcome) => others.push(outcome));
		await hangUp();
		onResponseClosed(response, true, (outcome) => others.push(outcome));
		response.end();
	});

	expect(others).toEqual(['acknowledged', 'acknowledged']);
});

test('nothing waits for the end of the quarter of an hour once the workflow has ended', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	const { signal } = new AbortController();
	timeout.mockReturnValueOnce(signal);
	await outcomeOf(true, async (response, hangUp) => {
		await hangUp();
		response.end();
	});

	expect(timeout).toHaveBeenCalledTimes(1);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a workflow that never ends is given up after a quarter of an hour', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	const limit = new AbortController();
	timeout.mockReturnValueOnce(limit.signal);
	const outcome = await outcomeOf(true, async (_response, hangUp) => {
		await hangUp();
		limit.abort();
	});

	expect(outcome).toBe('unknown');
	expect(timeout).toHaveBeenCalledWith(15 * 60 * 1000);
});
