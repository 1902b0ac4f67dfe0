import { createServer, type ServerResponse } from 'node:http';
import { listenLocally } from '../../../../support/listenLocally';
import { onResponseClosed } from '../../../../../nodes/SmartcarTrigger/delivery/onResponseClosed';

/**
 * Sends a request to an HTTP server. Resolves to what `onResponseClosed` tells the callback.
 * @param respond answers the request, or hangs up for the sender
 */
async function acknowledgedBy(respond: (response: ServerResponse, hangUp: () => void) => void) {
	const hangUp = new AbortController();
	const server = createServer();
	const acknowledged = new Promise<boolean>((resolve) => {
		server.once('request', (_request, response) => {
			onResponseClosed(response, resolve);
			respond(response, () => hangUp.abort());
		});
	});
	const url = await listenLocally(server);
	const sent = fetch(url, { method: 'POST', signal: hangUp.signal }).catch(() => undefined);
	try {
		return await acknowledged;
	} finally {
		await sent;
		server.close();
		server.closeAllConnections();
	}
}

test.each([
	[200, true],
	[204, true],
	[302, false],
	[401, false],
	[500, false],
])('a response with status %i acknowledges the delivery: %s', async (status, expected) => {
	expect(await acknowledgedBy((response) => response.writeHead(status).end())).toBe(expected);
});

test('a sender that hangs up before the response has no acknowledgement', async () => {
	expect(await acknowledgedBy((_response, hangUp) => hangUp())).toBe(false);
});

test('calls back at once for a response that is closed already', async () => {
	const closed = new Promise<ServerResponse>((resolve) => {
		void acknowledgedBy((response) => {
			response.once('close', () => resolve(response));
			response.end();
		});
	});
	const callback = jest.fn();

	onResponseClosed(await closed, callback);

	expect(callback).toHaveBeenCalledWith(true);
});
