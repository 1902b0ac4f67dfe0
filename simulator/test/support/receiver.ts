import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Received {
	headers: IncomingMessage['headers'];
	text: string;
	event: Record<string, unknown>;
}

type Answerer = (received: Received, response: ServerResponse) => void;

/** A callback that records what it gets, answers VERIFY rightly and everything else as the test wants. */
export interface Receiver {
	url: string;
	received: Received[];
	/** What answers events other than VERIFY; 200 by default. */
	answer: Answerer;
	/** What answers VERIFY. */
	answerVerify: Answerer;
}

const stops: Array<() => Promise<void>> = [];

export async function receiver(applicationManagementToken: string): Promise<Receiver> {
	const self: Receiver = {
		url: '',
		received: [],
		answer: (_received, response) => response.writeHead(200).end(),
		answerVerify: ({ event }, response) => {
			const challenge = createHmac('sha256', applicationManagementToken)
				.update(challengeOf(event))
				.digest('hex');
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
				self.answerVerify(received, response);
				return;
			}
			self.received.push(received);
			self.answer(received, response);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
	self.url = `http://127.0.0.1:${address.port}/callback`;
	stops.push(async () => {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	});
	return self;
}

export async function stopReceivers(): Promise<void> {
	await Promise.all(stops.splice(0).map(async (stop) => await stop()));
}

function challengeOf(event: Record<string, unknown>): string {
	const holder = event.data ?? event.payload;
	if (typeof holder === 'object' && holder !== null && 'challenge' in holder)
		return String(holder.challenge);
	throw new Error('no challenge');
}
