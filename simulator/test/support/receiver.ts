import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sign } from '../../deliveries/signature';

/** One request that the receiver got. */
export interface ReceivedRequest {
	headers: IncomingMessage['headers'];
	/** The body as sent. */
	text: string;
	/** The parsed body. */
	event: Record<string, unknown>;
}

type RequestHandler = (request: ReceivedRequest, response: ServerResponse) => void;

/** A webhook callback over real HTTP. By default it accepts every event, and passes VERIFY. */
export interface Receiver {
	url: string;
	/** Every request except VERIFY, in order of arrival. */
	requests: ReceivedRequest[];
	/** Responds to every request except VERIFY. Sends 200 by default. */
	respond: RequestHandler;
	/** Responds to VERIFY. Sends the correct challenge by default. */
	respondToVerify: RequestHandler;
}

const running: Array<() => Promise<void>> = [];

/** Starts a receiver on a free port of 127.0.0.1. `stopReceivers` stops it. */
export async function startReceiver(applicationManagementToken: string): Promise<Receiver> {
	const receiver: Receiver = {
		url: '',
		requests: [],
		respond: (_request, response) => response.writeHead(200).end(),
		respondToVerify: ({ event }, response) => {
			const challenge = sign(challengeOf(event), applicationManagementToken);
			response
				.writeHead(200, { 'content-type': 'application/json' })
				.end(JSON.stringify({ challenge }));
		},
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const text = Buffer.concat(chunks).toString();
			const received = { headers: request.headers, text, event: JSON.parse(text) };
			if (received.event.eventType === 'VERIFY' || received.event.eventName === 'verify') {
				receiver.respondToVerify(received, response);
				return;
			}
			receiver.requests.push(received);
			receiver.respond(received, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
	receiver.url = `http://127.0.0.1:${address.port}/callback`;
	running.push(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return receiver;
}

/** Stops every receiver that is running. */
export async function stopReceivers(): Promise<void> {
	await Promise.all(running.splice(0).map(async (stop) => await stop()));
}

function challengeOf(event: Record<string, unknown>): string {
	const payload = event.data ?? event.payload;
	if (typeof payload === 'object' && payload !== null && 'challenge' in payload)
		return String(payload.challenge);
	throw new Error('the VERIFY event has no challenge');
}
