import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import type { Simulator } from '../../../simulator/simulator';
import { newEvent } from '../../support/simulatedFleet';
import { CheckList } from '../checkList';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { HttpClient } from '../sending/httpClient';

const HUGE_BODY_BYTES = 10 * 1024 * 1024;
const HUGE_BODIES = 20;
const CONCURRENT_REQUESTS = 20;
const GENUINE_EVENT_EVERY_MS = 100;
const SLOW_BODY_BYTE_EVERY_MS = 250;

/** Node.js closes a connection with an incomplete request after 5 minutes. */
const SLOW_BODY_OPEN_FOR_MS = 300_000;

/** Node.js looks for such connections every 30 s, so by this time it has closed them. */
const SLOW_BODY_CLOSED_AFTER_MS = 330_000;

interface HostileRequestsOptions {
	/** Number of connections that send their body one byte at a time. */
	slowBodies: number;
	/** How long the slow connections are kept open. */
	slowForMs: number;
	/** The longest allowed response time of a genuine event. */
	respondWithinMs: number;
}

interface HostileRequest {
	name: string;
	body: Buffer | string;
	signature: string | undefined;
	expectedStatus: number;
}

const verifyEvent = (challenge: unknown) =>
	JSON.stringify({ eventType: 'VERIFY', data: { challenge } });

/**
 * VERIFY events with an invalid challenge. Several have an event as the challenge. The response to
 * a challenge is its signature: if one of these got a response, the attacker could send that event
 * with a valid signature.
 */
function forgedChallenges(event: string): HostileRequest[] {
	const challenges: Array<[name: string, challenge: unknown]> = [
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
	return challenges.map(([name, challenge]) => ({
		name: `VERIFY with ${name} as challenge`,
		body: verifyEvent(challenge),
		signature: undefined,
		expectedStatus: 400,
	}));
}

/** A genuine event with signatures that are similar to the valid one. */
function forgedSignatures(event: string, sign: (body: string) => string): HostileRequest[] {
	const valid = sign(event);
	const signatures: Array<[name: string, signature: string | undefined]> = [
		['in upper case', valid.toUpperCase()],
		['in mixed case', valid.replace(/[a-f]/, (digit) => digit.toUpperCase())],
		['with a space inside', `${valid.slice(0, 32)} ${valid.slice(32)}`],
		['with a prefix', `sha256=${valid}`],
		['in quotes', `"${valid}"`],
		['twice', `${valid}, ${valid}`],
		['with an extra digit', `${valid}0`],
		['without the last digit', valid.slice(0, -1)],
		['in Base64', Buffer.from(valid, 'hex').toString('base64')],
		['of another body', sign(`${event} `)],
		['missing', undefined],
	];
	return signatures.map(([name, signature]) => ({
		name: `signature ${name}`,
		body: event,
		signature,
		expectedStatus: 401,
	}));
}

/** Changed bodies with the signature of the genuine event. */
function changedBodies(event: string, signature: string): HostileRequest[] {
	// Like what a length extension attack appends: padding, a length, and more content.
	const extension = Buffer.concat([
		Buffer.from([0x80]),
		Buffer.alloc(55),
		Buffer.from([0x08, 0x00]),
		Buffer.from('{"eventId":"x"}'),
	]);
	const bodies: Array<[name: string, body: Buffer | string, expectedStatus: number]> = [
		['a space at the end', `${event} `, 401],
		['a line break at the start', `\n${event}`, 401],
		['another first property', event.replace('{', '{"a":1,'), 401],
		['64 spaces at the end', `${event}${' '.repeat(64)}`, 401],
		// n8n itself rejects bytes after the end of the JSON.
		['a length extension', Buffer.concat([Buffer.from(event), extension]), 422],
	];
	return bodies.map(([name, body, expectedStatus]) => ({
		name: `body with ${name}`,
		body,
		signature,
		expectedStatus,
	}));
}

const hugeBody = (): HostileRequest => ({
	name: 'body of 10 MiB',
	body: JSON.stringify({ eventId: 'huge', filler: 'x'.repeat(HUGE_BODY_BYTES) }),
	signature: undefined,
	expectedStatus: 413,
});

/** A connection with a request whose long body arrives byte by byte. */
interface SlowConnection {
	socket: Socket;
	/** Whether n8n has accepted it. */
	wasOpened: boolean;
}

function openSlowConnection(url: URL): SlowConnection {
	const socket = connect(Number(url.port), url.hostname);
	const connection = { socket, wasOpened: false };
	socket.once('connect', () => (connection.wasOpened = true));
	const headLines = [
		`POST ${url.pathname} HTTP/1.1`,
		`Host: ${url.host}`,
		'Content-Type: application/json',
		'Content-Length: 1000000',
	];
	socket.write(`${headLines.join('\r\n')}\r\n\r\n{`);
	const interval = setInterval(() => socket.write(' '), SLOW_BODY_BYTE_EVERY_MS);
	socket.on('close', () => clearInterval(interval));
	socket.on('error', () => clearInterval(interval));
	socket.resume();
	return connection;
}

/** Sends genuine events one after the other until `stop`, and measures the responses. */
class GenuineEventSender {
	sent = 0;
	rejected = 0;
	slowestResponseMs = 0;
	private isStopped = false;
	private readonly finished: Promise<void>;

	constructor(
		private readonly simulator: Simulator,
		private readonly callbackUri: () => string,
	) {
		this.finished = this.sendAll();
	}

	async stop(): Promise<void> {
		this.isStopped = true;
		await this.finished;
	}

	private async sendAll(): Promise<void> {
		while (!this.isStopped) {
			const event = newEvent(this.simulator);
			const options = { callbackUri: this.callbackUri(), retry: false };
			const { attempts } = await this.simulator.deliveries.deliver(event, options);
			this.sent += 1;
			this.rejected += attempts.filter(({ acknowledged }) => !acknowledged).length;
			this.slowestResponseMs = Math.max(
				this.slowestResponseMs,
				...attempts.map(({ durationMs }) => durationMs),
			);
			await sleep(GENUINE_EVENT_EVERY_MS);
		}
	}
}

/** Sends all requests at the same time. Describes those that do not get the expected status. */
async function sendHostileRequests(
	target: TargetWorkflow,
	requests: HostileRequest[],
): Promise<string[]> {
	const client = new HttpClient(CONCURRENT_REQUESTS);
	const wrongStatuses: string[] = [];
	try {
		await Promise.all(
			requests.map(async ({ name, body, signature, expectedStatus }) => {
				const { status, error } = await client.post(target.callbackUri(), body, {
					'content-type': 'application/json',
					...(signature !== undefined && { 'sc-signature': signature }),
				});
				if (status !== expectedStatus)
					wrongStatuses.push(`${name}: ${status ?? error} instead of ${expectedStatus}`);
			}),
		);
	} finally {
		await client.close();
	}
	return wrongStatuses;
}

interface SlowBodiesResult {
	/** Number of connections that n8n accepted. */
	opened: number;
	/** Number of connections that were closed already when the time was over. */
	closed: number;
	/** Number of genuine events that were sent meanwhile. */
	genuineEvents: number;
}

/** Keeps connections with slow bodies open for some time. */
async function sendSlowBodies(
	target: TargetWorkflow,
	genuine: GenuineEventSender,
	{ slowBodies, slowForMs, respondWithinMs }: HostileRequestsOptions,
): Promise<SlowBodiesResult> {
	const connections = Array.from({ length: slowBodies }, () =>
		openSlowConnection(new URL(target.callbackUri())),
	);
	const sentBefore = genuine.sent;
	await sleep(slowForMs);
	// A slow machine may need longer for the first one. The scenario reports it if none is answered.
	const isOneAnswered = () => genuine.sent > sentBefore;
	await pWaitFor(isOneAnswered, { timeout: respondWithinMs }).catch(() => undefined);
	const genuineEvents = genuine.sent - sentBefore;
	const opened = connections.filter(({ wasOpened }) => wasOpened).length;
	const closed = connections.filter(
		({ socket }) => socket.destroyed || socket.readableEnded,
	).length;
	for (const { socket } of connections) socket.destroy();
	return { opened, closed, genuineEvents };
}

/**
 * Sends what an attacker who knows the webhook URL could send. Genuine events must still be
 * answered quickly.
 */
export async function hostileRequestsScenario(
	target: TargetWorkflow,
	options: HostileRequestsOptions,
): Promise<CheckList> {
	const { slowBodies, slowForMs, respondWithinMs } = options;
	const { simulator } = target;
	const sign = (body: string) => simulator.deliveries.sign(body);
	const executionsBefore = (await target.waitForFinishedExecutions()).length;
	const event = JSON.stringify(newEvent(simulator));
	const requests = [
		...forgedChallenges(event),
		...forgedSignatures(event, sign),
		...changedBodies(event, sign(event)),
		...Array.from({ length: HUGE_BODIES }, hugeBody),
	];

	const genuine = new GenuineEventSender(simulator, () => target.callbackUri());
	let wrongStatuses: string[];
	let slow: SlowBodiesResult;
	try {
		wrongStatuses = await sendHostileRequests(target, requests);
		slow = await sendSlowBodies(target, genuine, options);
	} finally {
		await genuine.stop();
	}
	const executions = await target.waitForFinishedExecutions();

	const checks = new CheckList();
	checks.report('forged, altered and huge requests', requests.length);
	checks.empty('requests without the expected status', wrongStatuses);
	checks.equal('slow bodies at the same time', slow.opened, slowBodies);
	if (slowForMs < SLOW_BODY_OPEN_FOR_MS)
		checks.equal('connections with slow bodies that did not stay open', slow.closed, 0);
	if (slowForMs > SLOW_BODY_CLOSED_AFTER_MS)
		checks.equal('connections with slow bodies closed by n8n', slow.closed, slowBodies);
	checks.atLeast('genuine events answered during the slow bodies', slow.genuineEvents, 1);
	checks.equal('genuine events rejected', genuine.rejected, 0);
	checks.atMost(
		'slowest response to a genuine event, ms',
		genuine.slowestResponseMs,
		respondWithinMs,
	);
	checks.equal(
		'executions other than those of genuine events',
		executions.length - executionsBefore - genuine.sent,
		0,
	);
	return checks;
}
