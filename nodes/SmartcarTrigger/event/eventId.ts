import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { isObject } from './fields';

const EVENT_ID = /"eventId"\s*:\s*(-?\d+)/g;

/**
 * The event ID where the parsed body alone does not tell it, or undefined where it does:
 * - A number beyond 2^53 is taken from the text, since `JSON.parse` makes two of them equal.
 * - The `dynamic` and `schedule` events of version 2.0 have no ID. They get the hash of their bytes.
 * See docs/contributing/smartcar-api.md#events.
 */
export function eventIdFromBytes({
	bytes,
	body,
}: {
	bytes: Buffer;
	body: IDataObject;
}): string | undefined {
	const payload = isObject(body.payload) ? body.payload : {};
	const id = body.eventId ?? payload.eventId;
	if (typeof id === 'number' && !Number.isSafeInteger(id)) {
		const found = [...bytes.toString('utf8').matchAll(EVENT_ID)];
		return found.find(([, digits]) => Number(digits) === id)?.[1];
	}
	const isVersion2 = typeof body.eventName === 'string';
	if (isVersion2 && (id === undefined || id === null))
		return createHash('sha256').update(bytes).digest('hex');
	return undefined;
}
