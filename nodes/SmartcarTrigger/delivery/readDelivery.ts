import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/isObject';
import { reject } from '../webhookReply';

/** Smartcar sends at most 50 KB. See docs/contributing/smartcar-api.md#deliveries. */
const MAX_BYTES = 1024 * 1024;

/**
 * The request as n8n prepares it. For content types that n8n does not parse, `rawBody` is undefined
 * until `readRawBody()` is called. See docs/contributing/n8n-facts.md#raw-body.
 */
export interface IncomingRequest {
	headers: Record<string, string | string[] | undefined>;
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

export interface Delivery {
	/** The bytes of the body, which the signature is computed from. */
	bytes: Buffer;
	/**
	 * Parsed from `bytes`, not n8n's own parsed body, which may come from other bytes than the signed
	 * ones.
	 */
	body: IDataObject;
	/** The header `SC-Signature`. */
	signature: string | undefined;
}

function parseBody(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return undefined;
	}
}

/**
 * Reads a JSON object of at most 1 MiB.
 * @throws WebhookReply 400, 413 or 415 for any other request
 */
export async function readDelivery(request: IncomingRequest): Promise<Delivery> {
	const contentType = String(request.headers['content-type'] ?? '');
	if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json')
		throw reject(415, 'content_type_not_json', "Send the event as 'application/json'");

	if (request.rawBody === undefined) await request.readRawBody?.();
	const bytes = request.rawBody;
	if (bytes === undefined || bytes.length === 0)
		throw reject(400, 'body_missing', 'The body is empty');
	if (bytes.length > MAX_BYTES)
		throw reject(413, 'body_too_large', `The body exceeds ${MAX_BYTES} bytes`);

	const body = parseBody(bytes);
	if (body === undefined) throw reject(400, 'body_not_json', 'The body is not JSON');
	if (!isObject(body)) throw reject(400, 'body_not_an_object', 'The body is not a JSON object');

	const signature = request.headers['sc-signature'];
	return { bytes, body, signature: Array.isArray(signature) ? signature.join(',') : signature };
}
