import type { Failure, NodeApiError } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import { parseRetryAfter } from '../../../shared/parseRetryAfter';
import { textProperty } from '../../../shared/textProperty';
import type { ApiResponse, RequestDetails } from '../request';
import { adviceFor } from './advice';
import { CHECK_HOSTS } from './adviceByCode';
import { isWebPage, NOT_FROM_API } from './invalidResponseError';
import { createApiError, type Advice } from './nodeError';
import { isPermanent, readServiceError, type ServiceError } from './serviceError';
import { statusOfType } from './statusOfType';

/** n8n's kind of failure, from status and type. Smartcar may add codes, so few of them count. */
function failureFor(status: number, error: ServiceError, retryAfterMs?: number): Failure {
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	const type = error.type?.toUpperCase();
	if (status === 429 || type === 'RATE_LIMIT') return { cause: 'rate-limited', ...wait };
	if (status === 430 || type === 'BILLING') return { cause: 'quota-exhausted', ...wait };
	if (status === 401 || type === 'CONNECTED_SERVICES_ACCOUNT')
		return { cause: 'credential-invalid' };
	if (status === 501 || type === 'COMPATIBILITY' || isPermanent(error))
		return { cause: 'configuration-invalid' };
	if (status >= 500 || type === 'VEHICLE_STATE')
		return { cause: 'temporarily-unavailable', ...wait };
	return { cause: 'configuration-invalid' };
}

/** Smartcar's type and code and the HTTP status: `VEHICLE_STATE / ASLEEP, HTTP 409`. */
export function describeStatus(status: number, error: ServiceError): string {
	const typeAndCode = [error.type, error.code].filter(Boolean).join(' / ');
	return [typeAndCode, `HTTP ${status}`].filter(Boolean).join(', ');
}

/** The first line of plain text, which a gateway may send. Empty for any other body. */
const firstLine = (body: unknown): string =>
	typeof body === 'string' ? (body.trim().split(/[\r\n]/)[0] ?? '').slice(0, 200) : '';

/**
 * What happened, without the status.
 *
 * @param text the plain text of the response, which the advice then shows as the reason
 */
function summaryOf(status: number, { description }: ServiceError, text: string): string {
	if (description !== undefined) return description.replace(/\.\s*$/, '');
	if (status === 410) return 'Smartcar no longer has this endpoint';
	const outcome = status >= 500 ? 'Smartcar or a gateway failed' : 'The request was rejected';
	return text ? outcome : `${outcome}, and the response gives no reason`;
}

/** The advice for a response that may not come from Smartcar. `CHECK_HOSTS` is in it only once. */
const notFromApiAdvice = (advice: Advice): Advice => [
	...NOT_FROM_API,
	...advice.filter((text) => text !== CHECK_HOSTS),
];

/** The error for a response with a status of 400 or more. */
export function httpError(details: RequestDetails, response: ApiResponse): NodeApiError {
	const { status, body, headers } = response;
	const error = readServiceError(body) ?? {};
	// The ID in the body may be that of `meta.debug`, which is not meant for clients.
	error.requestId = headers['sc-request-id'] ?? error.requestId;
	const retryAfterMs = parseRetryAfter(headers['retry-after'], Date.now());
	const failure = failureFor(status, error, retryAfterMs);
	const advice = adviceFor(status, error, details, retryAfterMs);
	if (isWebPage(response)) {
		return createApiError(details, {
			message: `Smartcar answered with a web page instead of JSON (HTTP ${status})`,
			advice: notFromApiAdvice(advice),
			status,
			failure,
			retryAfterMs,
		});
	}
	const text = firstLine(body);
	return createApiError(details, {
		message: `${summaryOf(status, error, text)} (${describeStatus(status, error)})`,
		advice: text ? [`The response is "${text}".`, ...notFromApiAdvice(advice)] : advice,
		status,
		failure,
		serviceError: error,
		retryAfterMs,
	});
}

/** The HTTP status inside an error of the response body: `statusCode` in the v2.0 API. */
function statusInBody(error: unknown): number | undefined {
	const status = Number(isObject(error) ? (error.status ?? error.statusCode) : undefined);
	return status >= 400 && status < 600 ? status : undefined;
}

/** Whether a body is an error in the format of the v2.0 API. */
const isFlatError = (body: unknown): boolean =>
	statusOfType(textProperty(body, 'type')) !== undefined && statusInBody(body) !== undefined;

/**
 * The error for a body with `errors[]` or an error of the v2.0 API, even if the response has the
 * status of a success. If the body contains an HTTP status, the error gets that one. Otherwise, in
 * a success, it gets the usual status of its type.
 *
 * @returns undefined if the body has no error
 */
export function errorInBody(
	details: RequestDetails,
	response: ApiResponse,
): NodeApiError | undefined {
	const { body } = response;
	if (isFlatError(body))
		return httpError(details, { ...response, status: statusInBody(body) ?? response.status });
	const errors: unknown = isObject(body) ? body.errors : undefined;
	if (!Array.isArray(errors) || errors.length === 0) return undefined;
	const statusByType =
		response.status < 400 ? statusOfType(readServiceError({ errors })?.type) : undefined;
	const status = statusInBody(errors[0]) ?? statusByType ?? response.status;
	return httpError(details, { ...response, status, body: { errors } });
}

interface FailedSubRequest {
	/** Named in the error if several sub-requests failed. */
	path?: string;
	status: number;
	error: ServiceError;
	/** Whether the description of the error also says what to do. */
	saysWhatToDo?: boolean;
	retryAfterMs?: number;
}

/** What to do about a failed sub-request, unless its description says that. */
function subRequestAdvice(
	details: RequestDetails,
	{ status, error, saysWhatToDo, retryAfterMs }: FailedSubRequest,
): Advice {
	if (saysWhatToDo) return [];
	// The vehicle was found, so its ID is right.
	if (error.code?.toUpperCase() === 'PATH') return ['Check the spelling of the path.'];
	return adviceFor(status, error, details, retryAfterMs);
}

/** The error for a batch with failed sub-requests. `first` is the first one that failed. */
export function subRequestError(
	details: RequestDetails,
	message: string,
	first: FailedSubRequest,
): NodeApiError {
	const description = first.error.description?.trimEnd();
	const text = description && `${description.replace(/\.$/, '')}.`;
	const reason = text && first.path ? `${first.path}: ${text}` : text;
	return createApiError(details, {
		message,
		advice: [reason, ...subRequestAdvice(details, first)],
		status: first.status,
		failure: failureFor(first.status, first.error, first.retryAfterMs),
		serviceError: first.error,
		retryAfterMs: first.retryAfterMs,
		// The v2.0 API has answered the batch, so it has not ended, but a path may have.
		canBeEndOfV2: first.status === 410,
	});
}
