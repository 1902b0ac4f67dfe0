import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';
import { EVENT_FIXTURES, eventFixture } from '../../fixtures/eventFixtures';
import { mutateBytes, mutateValue } from './mutate';

const CONTENT_TYPES = [
	'application/json; charset=utf-8',
	'application/json;charset=klingon',
	'APPLICATION/JSON',
	'application/json, text/plain',
	'text/plain',
	'application/x-www-form-urlencoded',
	'application/vnd.smartcar+json',
	'application/octet-stream',
	';',
	'x',
];

/** Headers that a proxy or an attacker could add. */
const EXTRA_HEADERS: Array<Record<string, string>> = [
	{ 'x-forwarded-for': "'; DROP TABLE users; --" },
	{ 'x-http-method-override': 'DELETE' },
	{ 'content-encoding': 'identity' },
	{ 'accept-encoding': 'gzip;q=x' },
	{ cookie: 'a'.repeat(4_000) },
	{ 'x-long': 'b'.repeat(8_000) },
];

/** A request with a mutated body, headers or signature. */
export interface FuzzedRequest {
	body: Buffer;
	headers: Record<string, string>;
	/** Whether the signature is the one that Smartcar would send for this body. */
	hasValidSignature: boolean;
}

/** Returns the value of the `sc-signature` header that Smartcar sends for a body. */
type Sign = (body: Buffer) => string;

/**
 * An invalid signature that is similar to the valid one.
 * @param originalSignature the signature of the body before its mutation
 */
function almostValidSignature(valid: string, originalSignature: string, random: Random): string {
	const index = random.integer(0, valid.length - 1);
	return random.pick([
		valid.toUpperCase(),
		`sha256=${valid}`,
		`${valid}00`,
		`${valid},${valid}`,
		`"${valid}"`,
		valid.slice(0, -1),
		valid.replace(/[a-f]/, (digit) => digit.toUpperCase()),
		`${valid.slice(0, index)}${valid[index] === '0' ? '1' : '0'}${valid.slice(index + 1)}`,
		'0'.repeat(64),
		Buffer.from(valid, 'hex').toString('base64'),
		'é'.repeat(8),
		originalSignature,
	]);
}

/** An event with a new ID, before and after random mutations. */
function fuzzedBody(random: Random): { original: Buffer; body: Buffer } {
	const fixture: JsonObject = eventFixture(random.pick(EVENT_FIXTURES));
	const event =
		isJsonObject(fixture) && 'eventId' in fixture ? { ...fixture, eventId: randomUUID() } : fixture;
	const original = Buffer.from(JSON.stringify(event));
	let value = random.chance(0.7) ? mutateValue(event, random) : event;
	for (let remaining = random.integer(0, 3); remaining > 0; remaining -= 1)
		value = mutateValue(value, random);
	let body = Buffer.from(JSON.stringify(value));
	if (random.chance(0.3)) body = mutateBytes(body, random);
	return { original, body };
}

/**
 * A mutated event fixture. 20% of the requests have the valid signature, 60% an almost valid one,
 * 20% none.
 */
export function fuzzedRequest(random: Random, sign: Sign): FuzzedRequest {
	const { original, body } = fuzzedBody(random);
	const valid = sign(body);
	const headers: Record<string, string> = {
		'content-type': 'application/json',
		'user-agent': 'Smartcar/1.0',
	};
	if (random.chance(0.1)) headers['content-type'] = random.pick(CONTENT_TYPES);
	if (random.chance(0.1)) Object.assign(headers, random.pick(EXTRA_HEADERS));
	const choice = random.integer(1, 10);
	if (choice <= 2) headers['sc-signature'] = valid;
	else if (choice <= 8)
		headers['sc-signature'] = almostValidSignature(valid, sign(original), random);
	return { body, headers, hasValidSignature: headers['sc-signature'] === valid };
}
