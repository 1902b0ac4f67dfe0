import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';
import type { RequestDetails } from '../request';
import { withEndOfV2 } from './endOfV2';
import type { ServiceError } from './serviceError';

/** What to do, as texts that become the description. Those that do not apply are left out. */
export type Advice = Array<string | false | undefined>;

interface ErrorContent {
	/** What happened. */
	message: string;
	advice: Advice;
	/** The HTTP status of the API, if it responded. */
	status?: number;
	/**
	 * The HTTP status of the token endpoint, if it issued no token. Not the status of the error,
	 * because the API got no request.
	 */
	tokenEndpointStatus?: number;
	failure?: Failure;
	/** What Smartcar says about the error. */
	serviceError?: ServiceError;
	/** How long Smartcar asks to wait. */
	retryAfterMs?: number;
	/** Whether the end of the v2.0 API can be the cause. The default is true. */
	canBeEndOfV2?: boolean;
}

/**
 * Creates the error of a request, with the item that it belongs to. If the end of the v2.0 API can
 * be the cause, the description says how to move to version 3.
 */
export function createApiError(details: RequestDetails, content: ErrorContent): NodeApiError {
	const { node, itemIndex } = details;
	const { message, status, tokenEndpointStatus, failure } = content;
	const { serviceError, retryAfterMs, canBeEndOfV2 = true } = content;
	const advice = canBeEndOfV2
		? withEndOfV2(content.advice, details, {
				error: serviceError,
				status: status ?? tokenEndpointStatus,
				failure,
			})
		: content.advice;
	const description = advice.filter(Boolean).join(' ');
	const httpCode = status?.toString();
	const error = new NodeApiError(node, {}, { message, description, httpCode, itemIndex, failure });
	// n8n replaces messages in which it finds an error code, even inside a word, such as EPERM in
	// "vehiclePermission". So the message is set again. See
	// docs/contributing/n8n-facts.md#error-messages.
	error.message = message;
	const { type, code, resolution, resolutionUrl, requestId } = serviceError ?? {};
	if (type !== undefined) error.context.errorType = type;
	if (code !== undefined) error.context.errorCode = code;
	if (resolution !== undefined) error.context.resolution = resolution;
	if (resolutionUrl !== undefined) error.context.resolutionUrl = resolutionUrl;
	if (requestId !== undefined) error.context.requestId = requestId;
	if (tokenEndpointStatus !== undefined) error.context.tokenEndpointStatus = tokenEndpointStatus;
	if (retryAfterMs !== undefined) error.context.retryAfter = Math.ceil(retryAfterMs / 1000);
	return error;
}

/** Whether an error is an error response of Smartcar with this type (in capitals). */
export function isServiceError(error: unknown, type: string): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	return String(error.context.errorType).toUpperCase() === type;
}

/** The code of an error response of Smartcar, in capitals. Empty if it has none. */
export function serviceErrorCode(error: NodeApiError): string {
	return String(error.context.errorCode ?? '').toUpperCase();
}

/** Turns any error into one of n8n's node errors and adds the item that it belongs to. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		itemIndex,
	});
}
