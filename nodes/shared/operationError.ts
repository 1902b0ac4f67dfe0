import { NodeOperationError, type INode } from 'n8n-workflow';

/**
 * Creates n8n's error of a node, with exactly this message. n8n replaces messages in which it finds
 * an error code, even inside a word, such as EACCES in the name of a node, `WaitForDeviceAccess`. So
 * the message is set again. See docs/contributing/n8n-facts.md#error-messages.
 */
export function operationError(
	node: INode,
	message: string,
	options?: ConstructorParameters<typeof NodeOperationError>[2],
): NodeOperationError {
	const error = new NodeOperationError(node, message, options);
	error.message = message;
	return error;
}
