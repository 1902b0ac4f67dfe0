import { isJsonObject, type JsonValue } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';

/** JSON values that programs often do not expect. */
const UNUSUAL_VALUES: JsonValue[] = [
	null,
	true,
	false,
	0,
	-1,
	0.5,
	1e308,
	2 ** 53,
	'',
	' ',
	'0',
	'null',
	'\u0000',
	'\ud800',
	'𝒳',
	'é'.repeat(2_000),
	[],
	{},
	[[[[[]]]]],
	[null],
	JSON.parse('{"__proto__":{"eventId":"polluted"}}'),
	{ constructor: { prototype: {} } },
	{ length: -1 },
	'../../etc/passwd',
	'={{ $env }}',
	'<script>',
	'VERIFY',
	'VEHICLE_STATE',
	'verify',
	'2026-13-45T99:99:99Z',
];

/**
 * Names that a mutated JSON object gets. Some are Smartcar's, and some are special in JavaScript.
 */
const KEYS = [
	'__proto__',
	'constructor',
	'toString',
	'eventId',
	'eventType',
	'data',
	'payload',
	'signals',
	'triggers',
	'errors',
	'',
	'length',
];

/** Bytes that a mutated body gets: JSON's punctuation, control characters and invalid UTF-8. */
const BYTES = [
	0x00, 0x0a, 0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x7f, 0xc0, 0xef, 0xff,
];

/** Arrays inside of each other. */
const nestedArray = (depth: number): JsonValue => (depth === 0 ? 1 : [nestedArray(depth - 1)]);

function unusualValue(random: Random): JsonValue {
	return random.chance(0.02) ? nestedArray(random.integer(10, 2_000)) : random.pick(UNUSUAL_VALUES);
}

/**
 * A copy of a JSON value in which one member is replaced, removed, repeated or added.
 * @param depth how deep the value is inside the body, 0 for the body itself, which is rarely
 * replaced as a whole
 */
export function mutateValue(value: JsonValue, random: Random, depth = 0): JsonValue {
	if (random.chance(depth === 0 ? 0.02 : 0.15)) return unusualValue(random);
	if (Array.isArray(value) && value.length > 0) {
		const index = random.integer(0, value.length - 1);
		const member = value[index] ?? null;
		const changed = random.pick([[], [member, member], [mutateValue(member, random, depth + 1)]]);
		return [...value.slice(0, index), ...changed, ...value.slice(index + 1)];
	}
	if (!isJsonObject(value)) return unusualValue(random);
	const entries = Object.entries(value);
	if (entries.length === 0 || random.chance(0.1))
		return Object.fromEntries([...entries, [random.pick(KEYS), unusualValue(random)]]);
	const index = random.integer(0, entries.length - 1);
	const [key, member = null] = entries[index] ?? ['', null];
	const changed: Array<Array<[string, JsonValue]>> = [
		[],
		[[random.pick(KEYS), member]],
		[[key, mutateValue(member, random, depth + 1)]],
	];
	return Object.fromEntries([
		...entries.slice(0, index),
		...random.pick(changed),
		...entries.slice(index + 1),
	]);
}

/** A copy of the bytes in which some are overwritten, removed, cut off, repeated or inserted. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
	const from = random.integer(0, bytes.length);
	const to = Math.min(bytes.length, from + random.integer(1, 64));
	const [before, middle, after] = [
		bytes.subarray(0, from),
		bytes.subarray(from, to),
		bytes.subarray(to),
	];
	const inserted = Buffer.from(
		Array.from({ length: random.integer(1, 4) }, () => random.pick(BYTES)),
	);
	const parts = [
		[before, inserted, after],
		[before, after],
		[before],
		[before, middle, middle, after],
		[before, inserted, middle, after],
	];
	return Buffer.concat(random.pick(parts));
}
