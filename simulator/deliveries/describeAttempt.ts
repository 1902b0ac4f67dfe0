import { isJsonObject } from '../json';
import type { DeliveryAttempt } from './deliveries';

const LONGEST_BODY = 200;

function parseBody(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** The response to a delivery in short, such as `200 ignored: no condition is newly met`. */
export function describeAttempt({ status, responseBody, error }: DeliveryAttempt): string {
	if (status === null) return `no response (${error})`;
	const parsed = parseBody(responseBody);
	if (!isJsonObject(parsed)) return `${status} ${responseBody.slice(0, LONGEST_BODY)}`.trim();
	const texts = [parsed.status ?? parsed.error, parsed.reason ?? parsed.message];
	return `${status} ${texts.filter((text) => typeof text === 'string').join(': ')}`.trim();
}
