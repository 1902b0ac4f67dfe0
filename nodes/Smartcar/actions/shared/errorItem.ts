import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

/** An error as the fields of an item, as far as they are known. */
export function errorFields(
	error: NodeApiError | NodeOperationError,
	isTool: boolean,
): IDataObject {
	const { errorType, errorCode, retryAfter } = error.context;
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	// The message for an AI agent contains the description.
	const advice = isTool ? undefined : error.description;
	const fields = {
		error: error.message,
		errorType,
		errorCode,
		httpStatus: httpCode ? Number(httpCode) : undefined,
		retryAfter,
		advice,
	};
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

/**
 * The output item of an input item that failed, with Continue On Fail.
 *
 * n8n takes an item with the property `error` to the error output. If it still finds that property
 * afterwards, it replaces the fields by the message. Therefore the property is not enumerable: n8n
 * sees it, and its copy of the item does not have it. See docs/contributing/n8n-facts.md#error-items.
 */
export function errorItem(
	context: IExecuteFunctions,
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
	isTool: boolean,
): INodeExecutionData {
	const item: INodeExecutionData = {
		json: errorFields(error, isTool),
		pairedItem: { item: itemIndex },
	};
	if (context.getNode().onError === 'continueErrorOutput')
		Object.defineProperty(item, 'error', { value: error, enumerable: false });
	return item;
}
