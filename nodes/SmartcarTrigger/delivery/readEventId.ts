import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../shared/isAbsent';
import { isObject } from '../../shared/isObject';

const EVENT_ID = /"eventId"\s*:\s*(-?\d+)/g;

/**
 * The event ID in the two cases in which the parsed body does not have it, otherwise undefined:
 * - A number beyond 2^53 is read from the text, because `JSON.parse` rounds it.
 * - The `dynamic` and `schedule` events of version 2.0 have no ID. Their ID is the hash of their
 *   bytes.
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
	const isV2 = typeof body.eventName === 'string';
	if (isV2 && isAbsent(id)) return createHash('sha256').update(bytes).digest('hex');
	return undefined;
}
