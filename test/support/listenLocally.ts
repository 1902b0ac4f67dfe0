import { once } from 'node:events';
import type { Server } from 'node:http';

/** Starts a server on any free port of 127.0.0.1. Returns its URL, without a slash at the end. */
export async function listenLocally(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return `http://127.0.0.1:${address.port}`;
}
