import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '../../../simulator/simulator';
import { CheckList } from '../checkList';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { HttpClient } from '../sending/httpClient';

const HUGE_BYTES = 10 * 1024 * 1024;
const HUGE_BODIES = 20;
const CONNECTIONS = 20;
const PROBE_EVERY_MS = 100;
const SLOW_BYTE_EVERY_MS = 250;

/** Node.js closes a connection whose request is incomplete after 5 minutes. It checks every 30 s. */
const SLOW_BODY_CLOSED_AFTER_MS = 330_000;

export interface HostileRequestsOptions {
	/** Connections that send their body one byte at a time. */
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

/** VERIFY events whose challenge could make the trigger sign something that is valid as an event. */
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

function changedBodies(event: string, signature: string): HostileRequest[] {
	// What a length extension attack appends: SHA-256's padding, its length field, and more content.
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
		['white space at the end', `${event}${' '.repeat(64)}`, 401],
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
	body: JSON.stringify({ eventId: 'huge', filler: 'x'.repeat(HUGE_BYTES) }),
	signature: undefined,
	expectedStatus: 413,
});

/** Opens a connection that announces a long body and sends it byte by byte. */
function sendSlowly(url: URL): Socket {
	const socket = connect(Number(url.port), url.hostname);
	const head = [
		`POST ${url.pathname} HTTP/1.1`,
		`Host: ${url.host}`,
		'Content-Type: application/json',
		'Content-Length: 1000000',
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n{`);
	const interval = setInterval(() => socket.write(' '), SLOW_BYTE_EVERY_MS);
	socket.on('close', () => clearInterval(interval));
	socket.on('error', () => clearInterval(interval));
	socket.resume();
	return socket;
}

/** Sends genuine events, one after the other, and measures the responses. */
class GenuineTraffic {
	sent = 0;
	rejected = 0;
	slowestMs = 0;
	private stopped = false;
	private readonly finished: Promise<void>;

	constructor(
		private readonly simulator: Simulator,
		private readonly callbackUri: () => string,
	) {
		this.finished = this.sendAll();
	}

	async stop(): Promise<void> {
		this.stopped = true;
		await this.finished;
	}

	private async sendAll(): Promise<void> {
		while (!this.stopped) {
			const event = newEvent(this.simulator);
			const options = { callbackUri: this.callbackUri(), retry: false };
			const { attempts } = await this.simulator.deliveries.deliver(event, options);
			this.sent += 1;
			this.rejected += attempts.filter(({ acknowledged }) => !acknowledged).length;
			this.slowestMs = Math.max(this.slowestMs, ...attempts.map(({ durationMs }) => durationMs));
			await pause(PROBE_EVERY_MS);
		}
	}
}

function newEvent({ events }: Simulator) {
	const [event] = events.many(1);
	if (!event) throw new Error('The simulator made no event');
	return event;
}

/** Sends what an attacker who knows the webhook URL could send, while genuine events must still be answered quickly. */
export async function hostileRequestsScenario(
	target: TargetWorkflow,
	{ slowBodies, slowForMs, respondWithinMs }: HostileRequestsOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const sign = (body: string) => simulator.deliveries.sign(body);
	const earlier = (await target.finishedExecutions()).length;
	const genuine = new GenuineTraffic(simulator, () => target.callbackUri());

	const event = JSON.stringify(newEvent(simulator));
	const requests = [
		...forgedChallenges(event),
		...forgedSignatures(event, sign),
		...changedBodies(event, sign(event)),
		...Array.from({ length: HUGE_BODIES }, hugeBody),
	];
	const client = new HttpClient(CONNECTIONS);
	const wrongStatuses: string[] = [];
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
	await client.close();

	const slow = Array.from({ length: slowBodies }, () => sendSlowly(new URL(target.callbackUri())));
	const sentBefore = genuine.sent;
	await pause(slowForMs);
	const sentMeanwhile = genuine.sent - sentBefore;
	const closed = slow.filter((socket) => socket.destroyed || socket.readableEnded).length;
	for (const socket of slow) socket.destroy();
	await genuine.stop();
	const executions = await target.finishedExecutions();

	const checks = new CheckList();
	checks.report('forged, altered and huge requests', requests.length);
	checks.empty('not rejected with the expected status', wrongStatuses);
	checks.report('slow bodies at once', slowBodies);
	if (slowForMs > SLOW_BODY_CLOSED_AFTER_MS)
		checks.equal('slow bodies rejected', closed, slowBodies);
	checks.atLeast('genuine events answered beside the slow bodies', sentMeanwhile, 1);
	checks.equal('genuine events rejected', genuine.rejected, 0);
	checks.atMost('slowest response to a genuine event, ms', genuine.slowestMs, respondWithinMs);
	checks.equal(
		'executions other than those of genuine events',
		executions.length - earlier - genuine.sent,
		0,
	);
	return checks;
}
