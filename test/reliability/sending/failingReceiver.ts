import { createServer } from 'node:http';
import { listenLocally } from '../../support/listenLocally';

/**
 * Every 100th request gets no response. Not more, because each holds a connection until the
 * sender's timeout.
 */
const UNANSWERED_INTERVAL = 100;

interface FailingReceiver {
	url: string;
	close: () => Promise<void>;
}

/**
 * Fails as a receiver does during an outage: half of the requests are answered 502, as by a proxy
 * in front of n8n, most others have their connection closed, and some get no response.
 */
export async function startFailingReceiver(): Promise<FailingReceiver> {
	let requests = 0;
	const server = createServer((request, response) => {
		requests += 1;
		request.resume();
		if (requests % UNANSWERED_INTERVAL === 0) return;
		if (requests % 2 === 0) response.writeHead(502).end();
		else request.destroy();
	});
	const url = await listenLocally(server);
	return {
		url: `${url}/`,
		close: async () =>
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
