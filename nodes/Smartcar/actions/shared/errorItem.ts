import type {
	IDataObject,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { toNodeError } from '../../transport/errors/nodeError';
import type { InputItem } from './inputItem';
import { isTool } from './isTool';
import { messageForTool } from './output';

/** An error as the fields of an item, as far as they are known. */
function errorFields(error: NodeApiError | NodeOperationError, forTool: boolean): IDataObject {
	const { errorType, errorCode, retryAfter, tokenEndpointStatus } = error.context;
	const { resolution, resolutionUrl, requestId } = error.context;
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	const httpStatus = httpCode ? Number(httpCode) : tokenEndpointStatus;
	const advice = forTool ? undefined : error.description;
	const fields = {
		error: forTool ? messageForTool(error) : error.message,
		errorType,
		errorCode,
		httpStatus,
		retryAfter,
		advice,
		resolution,
		resolutionUrl,
		requestId,
	};
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

/**
 * Takes the place of one failed result among many, such as a vehicle that could not be read or a
 * subscription that could not be deleted.
 */
export class FailedResult {
	/** @param fields added to the error item, such as the ID of the vehicle */
	constructor(
		readonly error: NodeApiError | NodeOperationError,
		readonly fields: IDataObject,
	) {}
}

const ID_LABELS = { subscriptionId: 'Subscription ID', vehicleId: 'Vehicle ID' };

/** Adds to the description of an error what it is about: `Vehicle ID: 3e9f…`. */
export function addIdsToDescription(
	error: NodeApiError | NodeOperationError,
	fields: IDataObject,
): void {
	for (const [field, label] of Object.entries(ID_LABELS)) {
		const id = fields[field];
		// Several results can share one error. It keeps the ID of the first one.
		if (id === undefined || field in error.context || error.message.includes(String(id))) continue;
		error.context[field] = id;
		error.description = [error.description, `${label}: ${String(id)}`].filter(Boolean).join(' ');
	}
}

/**
 * Returns the failure of one result, so that with Continue On Fail the others are still returned.
 *
 * @param fields as in `FailedResult`
 * @throws NodeApiError or NodeOperationError without Continue On Fail. Its description names the
 * IDs.
 */
export function toFailedResult(item: InputItem, error: unknown, fields: IDataObject): FailedResult {
	const nodeError = toNodeError(item.node, error, item.index);
	if (item.context.continueOnFail()) return new FailedResult(nodeError, fields);
	addIdsToDescription(nodeError, fields);
	throw nodeError;
}

/**
 * The output item for a failure, with Continue On Fail.
 *
 * n8n sends an item with the property `error` to the error output. A later step of n8n works with a
 * copy of the item and would replace its fields with the message of that error. So the property is
 * not enumerable: the copy does not have it. See docs/contributing/n8n-facts.md#error-items.
 */
export function errorItem(
	item: InputItem,
	error: NodeApiError | NodeOperationError,
	fields: IDataObject,
): INodeExecutionData {
	const outputItem: INodeExecutionData = {
		json: { ...errorFields(error, isTool(item.context)), ...fields },
		pairedItem: { item: item.index },
	};
	if (item.node.onError === 'continueErrorOutput')
		Object.defineProperty(outputItem, 'error', { value: error, enumerable: false });
	return outputItem;
}
