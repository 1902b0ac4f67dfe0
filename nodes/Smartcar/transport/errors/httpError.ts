import { NodeApiError, type Failure } from 'n8n-workflow';
import type { ZodError } from 'zod';
import { adviceFor } from './advice';
import { networkCode } from './networkError';
import type { ApiResponse, RequestOrigin } from '../request';
import { isPermanent, parseRetryAfter } from '../retry';
import { readServiceError, type ServiceError } from './serviceError';
import { explainTokenTrouble } from './tokenError';

interface Explanation {
	message: string;
	description: string;
	status?: number;
	failure?: Failure;
}

/**
 * The one way to a NodeApiError. n8n replaces a message in which it finds an error code, in any case and inside any
 * word ("vehiclePermission" holds EPERM), by a text about that code: so ours is put back.
 */
function apiError(
	origin: RequestOrigin,
	{ message, description, status, failure }: Explanation,
): NodeApiError {
	const error = new NodeApiError(
		origin.node,
		{},
		{ message, description, httpCode: status?.toString(), itemIndex: origin.itemIndex, failure },
	);
	error.message = message;
	return error;
}

/** Why a request was turned down, judged by HTTP status and type; codes are open. */
export function failureFor(status: number, error: ServiceError, retryAfterMs?: number): Failure {
	const timed = retryAfterMs === undefined ? {} : { retryAfterMs };
	const type = error.type?.toUpperCase();
	if (status === 429 || type === 'RATE_LIMIT') return { cause: 'rate-limited', ...timed };
	if (status === 430 || type === 'BILLING') return { cause: 'quota-exhausted', ...timed };
	if (status === 401 || type === 'CONNECTED_SERVICES_ACCOUNT')
		return { cause: 'credential-invalid' };
	if (status === 501 || type === 'COMPATIBILITY' || isPermanent(error))
		return { cause: 'configuration-invalid' };
	if (status >= 500 || type === 'VEHICLE_STATE')
		return { cause: 'temporarily-unavailable', ...timed };
	return { cause: 'configuration-invalid' };
}

/** The service's type and code and the HTTP status, such as `VEHICLE_STATE / ASLEEP, HTTP 409`. */
export function classify(status: number, error: ServiceError): string {
	const kind = [error.type, error.code].filter(Boolean).join(' / ');
	return [kind, `HTTP ${status}`].filter(Boolean).join(', ');
}

function isWebPage({ body, headers }: ApiResponse): boolean {
	return (
		typeof body === 'string' &&
		(/^\s*</.test(body) || /\bhtml\b/.test(headers['content-type'] ?? ''))
	);
}

const NOT_THE_API =
	"Something between n8n and Smartcar may have answered: a proxy, a gateway or a login page. With 'Custom Hosts' on, check the addresses in the credential.";

/** An answer with a status of 400 or more. */
export function answeredError(origin: RequestOrigin, response: ApiResponse): NodeApiError {
	const { status, body, headers } = response;
	const error = readServiceError(body) ?? {};
	error.requestId ??= headers['sc-request-id'];
	const retryAfterMs = parseRetryAfter(headers['retry-after'], Date.now());
	const failure = failureFor(status, error, retryAfterMs);
	const advice = adviceFor(status, error, origin, retryAfterMs);
	if (isWebPage(response)) {
		return apiError(origin, {
			message: `Smartcar answered with a web page instead of JSON (HTTP ${status})`,
			description: `${NOT_THE_API} ${advice}`.trim(),
			status,
			failure,
		});
	}
	const what =
		error.description?.replace(/\.\s*$/, '') ??
		'Smartcar turned the request down without saying why';
	return apiError(origin, {
		message: `${what} (${classify(status, error)})`,
		description: advice,
		status,
		failure,
	});
}

/** A successful status whose body is not what the service promises: a web page, cut JSON, another form. */
export function unexpectedAnswer(
	origin: RequestOrigin,
	response: ApiResponse,
	problem?: ZodError,
): NodeApiError {
	const { status, body } = response;
	const asked = `${origin.request.method} ${origin.request.path}`;
	if (isWebPage(response)) {
		return apiError(origin, {
			message: `Smartcar answered ${asked} with a web page instead of JSON (HTTP ${status})`,
			description: NOT_THE_API,
			status,
			failure: { cause: 'temporarily-unavailable' },
		});
	}
	if (typeof body === 'string' || body === undefined) {
		const empty = body === undefined || body.trim() === '';
		return apiError(origin, {
			message: `Smartcar's answer to ${asked} is ${empty ? 'empty' : 'not complete JSON'} (HTTP ${status})`,
			description: `The connection may have broken off. Try again. ${NOT_THE_API}`,
			status,
			failure: { cause: 'temporarily-unavailable' },
		});
	}
	const issue = problem?.issues[0];
	const where = issue === undefined ? '' : `: '${issue.path.join('.') || 'body'}' ${issue.message}`;
	return apiError(origin, {
		message: `Smartcar's answer to ${asked} has an unexpected form${where}`,
		description: `The service may have changed, or this is not Smartcar. ${NOT_THE_API}`,
		status,
		failure: { cause: 'node-defect' },
	});
}

/** One or more sub-requests of a batch did not succeed; judged by the first of them. */
export function subRequestError(
	origin: RequestOrigin,
	message: string,
	first: { status: number; error: ServiceError; retryAfterMs?: number },
): NodeApiError {
	return apiError(origin, {
		message,
		description: adviceFor(first.status, first.error, origin, first.retryAfterMs),
		status: first.status,
		failure: failureFor(first.status, first.error, first.retryAfterMs),
	});
}

const NETWORK_CODES = new Map([
	['ECONNREFUSED', 'the connection was refused'],
	['ECONNRESET', 'the connection was closed'],
	['ENOTFOUND', 'the host name is unknown'],
	['EAI_AGAIN', 'the host name could not be looked up'],
	['EPIPE', 'the connection was closed'],
	['ETIMEDOUT', 'it did not answer in time'],
	['ECONNABORTED', 'it did not answer in time'],
]);

/** The host that was really asked: that of the token endpoint, when the trouble began there. */
function askedHost(cause: unknown, url: string): string {
	const config: unknown =
		typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'config') : undefined;
	const asked: unknown =
		typeof config === 'object' && config !== null ? Reflect.get(config, 'url') : undefined;
	if (typeof asked !== 'string' || !URL.canParse(asked)) return url;
	const { origin } = new URL(asked);
	return url.startsWith(origin) ? url : origin;
}

/**
 * A request that got no answer. What is wrong with the token is passed on, the rest names the host and what happened
 * on the way; of a request that changes something it says that it may have been carried out all the same.
 */
export function unansweredError(origin: RequestOrigin, cause: unknown, reads = true): NodeApiError {
	const trouble = explainTokenTrouble(cause);
	if (trouble) return apiError(origin, trouble);
	const reason =
		NETWORK_CODES.get(String(networkCode(cause))) ??
		(cause instanceof Error ? cause.message : 'no answer came');
	const unknown =
		'Smartcar may have carried the request out all the same: check before you send it again. ';
	return apiError(origin, {
		message: `Smartcar could not be reached at ${askedHost(cause, origin.url)}: ${reason}`,
		description: `${reads ? '' : unknown}Check the network of n8n and try again later. With 'Custom Hosts' on, check the addresses in the credential.`,
		failure: { cause: 'temporarily-unavailable' },
	});
}
