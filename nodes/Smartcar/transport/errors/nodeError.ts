import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';
import type { RequestOrigin } from '../request';

export interface ErrorContent {
	/** What happened. */
	message: string;
	/** What to do. */
	description: string;
	/** The HTTP status, if there was a response. */
	status?: number;
	failure?: Failure;
}

/** Creates the error of a request, with the item that it belongs to. */
export function createApiError(
	{ node, itemIndex }: RequestOrigin,
	{ message, description, status, failure }: ErrorContent,
): NodeApiError {
	const httpCode = status?.toString();
	const error = new NodeApiError(node, {}, { message, description, httpCode, itemIndex, failure });
	// n8n replaces messages in which it finds an error code, even inside a word: "vehiclePermission"
	// holds EPERM. See docs/contributing/n8n-facts.md#error-messages.
	error.message = message;
	return error;
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
