import type { NodeApiError } from 'n8n-workflow';
import type { ZodError } from 'zod';
import type { ApiResponse, RequestDetails } from '../request';
import { CHECK_HOSTS } from './adviceByCode';
import { createApiError } from './nodeError';

/** The advice for a response that probably does not come from Smartcar's API. */
export const NOT_FROM_API = ['A proxy, a gateway or a login page may have responded.', CHECK_HOSTS];

/** Whether the body is an HTML page. */
export function isWebPage({ body, headers }: ApiResponse): boolean {
	if (typeof body !== 'string') return false;
	return /^\s*</.test(body) || /\bhtml\b/.test(headers['content-type'] ?? '');
}

/**
 * The error for a response with a successful status and an unusable body: a web page, truncated
 * JSON, no body, or JSON in another shape.
 */
export function invalidResponseError(
	details: RequestDetails,
	response: ApiResponse,
	schemaError?: ZodError,
): NodeApiError {
	const { status, body } = response;
	const request = `${details.request.method} ${details.path}`;
	if (isWebPage(response)) {
		return createApiError(details, {
			message: `Smartcar answered ${request} with a web page instead of JSON (HTTP ${status})`,
			advice: NOT_FROM_API,
			status,
			failure: { cause: 'temporarily-unavailable' },
		});
	}
	if (typeof body === 'string' || body === undefined) {
		const isEmpty = body === undefined || body.trim() === '';
		return createApiError(details, {
			message: `Smartcar's response to ${request} is ${isEmpty ? 'empty' : 'not complete JSON'} (HTTP ${status})`,
			advice: ['Try again. The connection may have been interrupted.', ...NOT_FROM_API],
			status,
			failure: { cause: 'temporarily-unavailable' },
		});
	}
	const issue = schemaError?.issues[0];
	const where = issue === undefined ? '' : `: '${issue.path.join('.') || 'body'}' ${issue.message}`;
	return createApiError(details, {
		message: `Smartcar's response to ${request} has an unexpected format${where}`,
		advice: ['Smartcar may have changed its API.', ...NOT_FROM_API],
		status,
		failure: { cause: 'node-defect' },
	});
}
