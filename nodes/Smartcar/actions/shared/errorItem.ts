import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

/** An error as the fields of an item, as far as they are known. */
function errorFields(error: NodeApiError | NodeOperationError, isTool: boolean): IDataObject {
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

/** A result of an operation for a part that failed, such as one of many vehicles. */
export class FailedResult {
	/** @param fields say which part failed */
	constructor(
		readonly error: NodeApiError | NodeOperationError,
		readonly fields: IDataObject,
	) {}
}

/**
 * The output item of an input item that failed, or of a part of it, with Continue On Fail.
 *
 * n8n sends an item with the property `error` to the error output. In a later step it would replace the
 * fields of such an item by the message. Therefore the property is not enumerable: the first step sees
 * it, and the copy of the item in the later step does not have it. See docs/contributing/n8n-facts.md#error-items.
 */
export function errorItem(
	context: IExecuteFunctions,
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
	isTool: boolean,
	fields: IDataObject = {},
): INodeExecutionData {
	const item: INodeExecutionData = {
		json: { ...errorFields(error, isTool), ...fields },
		pairedItem: { item: itemIndex },
	};
	if (context.getNode().onError === 'continueErrorOutput')
		Object.defineProperty(item, 'error', { value: error, enumerable: false });
	return item;
}
