import { randomUUID } from 'node:crypto';
import { fixture } from '../../fixtures/events';
import { isJsonObject, type JsonObject } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';
import { mutateBytes, mutateValue } from './mutate';

/** Numbers of the fixtures: every shape of event that the service has sent, VERIFY too. */
const SHAPES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

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

/** Headers that a proxy or a stranger may add. */
const EXTRA: Array<Record<string, string>> = [
	{ 'x-forwarded-for': "'; DROP TABLE users; --" },
	{ 'x-http-method-override': 'DELETE' },
	{ 'content-encoding': 'identity' },
	{ 'accept-encoding': 'gzip;q=x' },
	{ cookie: 'a'.repeat(4_000) },
	{ 'x-long': 'b'.repeat(8_000) },
];

/** A request that nobody foresaw. */
export interface FuzzedRequest {
	body: Buffer;
	headers: Record<string, string>;
	/** Whether the signature is the body's, exactly as the service writes it. */
	genuine: boolean;
}

type Sign = (body: Buffer) => string;

/** Signatures that are nearly right. */
function nearlySigned(right: string, original: string, random: Random): string {
	const flip = random.integer(0, right.length - 1);
	return random.pick([
		right.toUpperCase(),
		`sha256=${right}`,
		`${right}00`,
		`${right},${right}`,
		`"${right}"`,
		right.slice(0, -1),
		right.replace(/[a-f]/, (digit) => digit.toUpperCase()),
		`${right.slice(0, flip)}${right[flip] === '0' ? '1' : '0'}${right.slice(flip + 1)}`,
		'0'.repeat(64),
		Buffer.from(right, 'hex').toString('base64'),
		'é'.repeat(8),
		original,
	]);
}

function fuzzedBody(random: Random): { original: Buffer; body: Buffer } {
	const shape: JsonObject = fixture(random.pick(SHAPES));
	const event =
		isJsonObject(shape) && 'eventId' in shape ? { ...shape, eventId: randomUUID() } : shape;
	const original = Buffer.from(JSON.stringify(event));
	let value = random.chance(0.7) ? mutateValue(event, random) : event;
	for (let more = random.integer(0, 3); more > 0; more -= 1) value = mutateValue(value, random);
	let body = Buffer.from(JSON.stringify(value));
	if (random.chance(0.3)) body = mutateBytes(body, random);
	return { original, body };
}

/** One of the real shapes, with body and headers mutated; signed, nearly signed or not signed at all. */
export function fuzzedRequest(random: Random, sign: Sign): FuzzedRequest {
	const { original, body } = fuzzedBody(random);
	const right = sign(body);
	const headers: Record<string, string> = {
		'content-type': 'application/json',
		'user-agent': 'Smartcar/1.0',
	};
	if (random.chance(0.1)) headers['content-type'] = random.pick(CONTENT_TYPES);
	if (random.chance(0.1)) Object.assign(headers, random.pick(EXTRA));
	const signed = random.integer(1, 10);
	if (signed <= 2) headers['sc-signature'] = right;
	else if (signed <= 8) headers['sc-signature'] = nearlySigned(right, sign(original), random);
	return { body, headers, genuine: headers['sc-signature'] === right };
}
