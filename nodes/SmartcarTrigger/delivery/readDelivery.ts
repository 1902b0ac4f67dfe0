import type { IDataObject } from 'n8n-workflow';
import { refuse, type Answer } from './reply';
import { isObject } from '../event/fields';

/** The service sends at most 50 KB (service: 5.1 Transport); the bound leaves room, and keeps a stranger's body small. */
const MAX_BYTES = 1024 * 1024;

/** What n8n adds to the HTTP request: for a content type that it does not know nothing is read before it is asked for. */
export interface IncomingRequest {
	headers: Record<string, string | string[] | undefined>;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

export interface Delivery {
	/** The bytes as sent: what the signature covers. */
	bytes: Buffer;
	/** What `JSON.parse` made of those bytes, never the body that n8n parsed (service: 5.3, the signing oracle). */
	body: IDataObject;
	signature: string | undefined;
}

function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return undefined;
	}
}

/** Reads a delivery: a JSON object of at most 1 MiB, announced as `application/json`. Refuses with 400, 413 or 415. */
export async function read(request: IncomingRequest): Promise<Delivery | Answer> {
	const contentType = String(request.headers['content-type'] ?? '');
	if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
		return refuse(415, 'content_type_not_json', "Send the event as 'application/json'");
	}

	if (request.rawBody === undefined) await request.readRawBody?.();
	const bytes = request.rawBody;
	if (bytes === undefined || bytes.length === 0)
		return refuse(400, 'body_missing', 'The body is empty');
	if (bytes.length > MAX_BYTES)
		return refuse(413, 'body_too_large', `The body exceeds ${MAX_BYTES} bytes`);

	const body = parseJson(bytes);
	if (body === undefined) return refuse(400, 'body_not_json', 'The body is not JSON');
	if (!isObject(body)) return refuse(400, 'body_not_an_object', 'The body is not a JSON object');

	const signature = request.headers['sc-signature'];
	return { bytes, body, signature: Array.isArray(signature) ? signature.join(',') : signature };
}
