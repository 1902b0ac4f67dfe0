import { z } from 'zod';
import type { SmartcarClient } from '../../transport/client';
import { errorInBody } from '../../transport/errors/httpError';
import { invalidResponseError } from '../../transport/errors/invalidResponseError';
import type { ApiRequest, ApiResponse, RequestDetails } from '../../transport/request';
import { jsonValueSchema, openObject } from './schema';

/** No content, or an object, which can hold errors. Not text, such as a web page. */
const optionalBodySchema = z.union([z.literal(''), openObject({})]).nullish();

/**
 * An object that Smartcar may send after a success. A login page can send another one, and a
 * redirect can lead to a list.
 */
const acknowledgmentSchema = openObject({
	data: openObject({}).nullish(),
	errors: jsonValueSchema,
	meta: jsonValueSchema,
	status: jsonValueSchema,
}).refine(
	// The deletions of v2.0 return a status.
	({ data, errors, meta, status }) =>
		[data, errors, meta].some((field) => field !== undefined) || status === 'success',
	'has no data, errors or meta',
);

/**
 * Throws if the body of a successful response is probably not from Smartcar. It may be empty. No
 * login page answers 202.
 */
export function rejectForeignBody(details: RequestDetails, response: ApiResponse): void {
	const { body, status } = response;
	const isEmpty = !body || Object.keys(body).length === 0;
	if (isEmpty || status === 202) return;
	const parsed = acknowledgmentSchema.safeParse(body);
	if (!parsed.success) throw invalidResponseError(details, response, parsed.error);
}

/**
 * Sends a request whose response usually has no content after a success. Also throws if the body
 * has errors, or is probably not from Smartcar.
 *
 * @returns the body, if it is an object. It is undefined for an expected error with any other body.
 */
export async function requestAcknowledgment(client: SmartcarClient, request: ApiRequest) {
	const { data: body, status, headers } = await client.request(request, z.unknown());
	const parsed = optionalBodySchema.safeParse(body);
	const acknowledgment = { body: parsed.data, status, headers };
	// The caller expects this error, whatever its body is.
	if (status >= 400) return acknowledgment;
	const details = client.details(request);
	const apiResponse = { status, body, headers };
	const error = errorInBody(details, apiResponse);
	if (error !== undefined) throw error;
	if (!parsed.success) throw invalidResponseError(details, apiResponse, parsed.error);
	rejectForeignBody(details, apiResponse);
	return acknowledgment;
}
