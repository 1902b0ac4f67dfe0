import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpClient } from '../sending/httpClient';
import { settledExecutions } from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import { Verdict } from '../checkList';

const HUGE_BYTES = 10 * 1024 * 1024;
const HUGE_BODIES = 20;
const CONNECTIONS = 20;
const TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = 100;
const SLOW_BYTE_EVERY_MS = 250;

export interface HostileOptions extends Subject {
	/** Connections that send a byte now and then. */
	slowBodies: number;
	/** How long they are kept up at least, and how long the slowest genuine event may take meanwhile. */
	slowForMs: number;
	answerWithinMs: number;
}

/** Node.js closes a connection whose request has not arrived after 5 minutes; it looks every 30 s. */
const REFUSED_AFTER_MS = 330_000;

type Request = readonly [
	name: string,
	body: Buffer | string,
	signature: string | undefined,
	expected: number,
];

const verification = (challenge: unknown) =>
	JSON.stringify({ eventType: 'VERIFY', data: { challenge } });

/** Requests that a stranger may try, with the status they must get. */
function forgeries(event: string, sign: (body: string) => string): Request[] {
	const right = sign(event);
	// What a length extension appends: the padding of SHA-256, its length field, and more content.
	const padding = Buffer.concat([
		Buffer.from([0x80]),
		Buffer.alloc(55),
		Buffer.from([0x08, 0x00]),
		Buffer.from('{"eventId":"x"}'),
	]);
	const challenges: Array<[string, unknown]> = [
		['an event', event],
		['an event in an array', [event]],
		['an event as an object', JSON.parse(event)],
		['an event after a line break', `\n${event}`],
		['an event in Base64 with a bracket', `{${Buffer.from(event).toString('base64')}`],
		['nothing', ''],
		['a number', 1],
		['null', null],
		['257 characters', 'a'.repeat(257)],
	];
	return [
		...challenges.map(([name, challenge]): Request => [
			`VERIFY with ${name} as challenge`,
			verification(challenge),
			undefined,
			400,
		]),
		['upper case', event, right.toUpperCase(), 401],
		['mixed case', event, right.replace(/[a-f]/, (digit) => digit.toUpperCase()), 401],
		['a space within', event, `${right.slice(0, 32)} ${right.slice(32)}`, 401],
		['a prefix', event, `sha256=${right}`, 401],
		['quotes', event, `"${right}"`, 401],
		['twice', event, `${right}, ${right}`, 401],
		['a digit more', event, `${right}0`, 401],
		['a digit less', event, right.slice(0, -1), 401],
		['Base64', event, Buffer.from(right, 'hex').toString('base64'), 401],
		['of another key', event, sign(`${event} `), 401],
		['none', event, undefined, 401],
		['a body with a space more', `${event} `, right, 401],
		['a body with a line break before', `\n${event}`, right, 401],
		['a body with other content first', event.replace('{', '{"a":1,'), right, 401],
		// n8n itself does not take bytes after the end of JSON.
		[
			'a body that is extended by padding',
			Buffer.concat([Buffer.from(event), padding]),
			right,
			422,
		],
		['a body that is extended by white space', `${event}${' '.repeat(64)}`, right, 401],
		[
			'a body of 10 MiB',
			JSON.stringify({ eventId: 'huge', filler: 'x'.repeat(HUGE_BYTES) }),
			undefined,
			413,
		],
	];
}

/** Opens a connection that announces a long body and sends a byte of it now and then. */
function sendSlowly(url: URL): Socket {
	const socket = connect(Number(url.port), url.hostname);
	const head = [
		`POST ${url.pathname} HTTP/1.1`,
		`Host: ${url.host}`,
		'Content-Type: application/json',
		'Content-Length: 1000000',
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n{`);
	const drip = setInterval(() => socket.write(' '), SLOW_BYTE_EVERY_MS);
	socket.on('close', () => clearInterval(drip));
	socket.on('error', () => clearInterval(drip));
	socket.resume();
	return socket;
}

/** Tries what a stranger who knows the address may try, with genuine events in between: those must be answered quickly. */
export async function hostileTest(options: HostileOptions): Promise<Verdict> {
	const {
		simulator,
		database,
		workflowId,
		address,
		settleWithinMs,
		slowBodies,
		slowForMs,
		answerWithinMs,
	} = options;
	const before = (await settledExecutions(database, workflowId, settleWithinMs)).length;
	const client = new HttpClient(CONNECTIONS, TIMEOUT_MS);
	const sign = (body: string | Buffer) => simulator.deliveries.sign(body);
	const verdict = new Verdict();

	let genuine = 0;
	let refused = 0;
	let slowest = 0;
	let probing = true;
	const probe = async () => {
		while (probing) {
			const [event] = simulator.events.many(1);
			if (!event) throw new Error('The simulator made no event');
			const { attempts } = await simulator.deliveries.deliver(event, {
				callbackUri: address(),
				retry: false,
			});
			genuine += 1;
			refused += attempts.filter(({ acknowledged }) => !acknowledged).length;
			slowest = Math.max(slowest, ...attempts.map(({ durationMs }) => durationMs));
			await pause(PROBE_EVERY_MS);
		}
	};
	const probes = probe();

	const [event] = simulator.events.many(1);
	const requests = forgeries(JSON.stringify(event), sign);
	const huge = Array.from({ length: HUGE_BODIES - 1 }, () => requests.at(-1)).flatMap((request) =>
		request ? [request] : [],
	);
	const wrong: string[] = [];
	await Promise.all(
		[...requests, ...huge].map(async ([name, body, signature, expected]) => {
			const headers = {
				'content-type': 'application/json',
				...(signature !== undefined && { 'sc-signature': signature }),
			};
			const answer = await client.post(address(), body, headers);
			if (answer.status !== expected)
				wrong.push(`${name}: ${answer.status ?? answer.error}, not ${expected}`);
		}),
	);

	const slow = Array.from({ length: slowBodies }, () => sendSlowly(new URL(address())));
	const given = genuine;
	await pause(slowForMs);
	const genuineMeanwhile = genuine - given;
	const closed = slow.filter((socket) => socket.destroyed || socket.readableEnded).length;
	for (const socket of slow) socket.destroy();
	probing = false;
	await probes;
	await client.close();
	const executions = await settledExecutions(database, workflowId, settleWithinMs);

	verdict.report('forged, altered and huge requests', requests.length + huge.length);
	verdict.none('not refused with the status that says why', wrong);
	verdict.report('slow bodies at once', slowBodies);
	if (slowForMs > REFUSED_AFTER_MS) verdict.exactly('slow bodies refused', closed, slowBodies);
	verdict.atLeast('genuine events answered beside the slow bodies', genuineMeanwhile, 1);
	verdict.exactly('genuine events refused', refused, 0);
	verdict.atMost('slowest answer to a genuine event, ms', slowest, answerWithinMs);
	verdict.exactly(
		'executions but for those of genuine events',
		executions.length - before - genuine,
		0,
	);
	return verdict;
}
