import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { escapeHtml } from '../../shared/escapeHtml';
import { AUTHENTICATIONS, readApiAccess, type ApiAccess } from '../transport/apiAccess';
import { SmartcarClient } from '../transport/client';
import { toNodeError } from '../transport/errors/nodeError';
import { RateLimiter } from '../transport/rateLimiter';
import { RunHints } from '../transport/runHints';
import { resources } from './resources';
import { DEFAULT_CONCURRENCY } from './shared/common.descriptions';
import { errorItem, FailedResult, addIdsToDescription } from './shared/errorItem';
import { InputItem } from './shared/inputItem';
import { isTool } from './shared/isTool';
import { vehicleLocator } from './shared/locators';
import { mapConcurrently } from './shared/mapConcurrently';
import type { Operation } from './shared/operation';
import { messageForTool, selectFields, warnOfMissingFields } from './shared/output';
import {
	oneOf,
	readConcurrency,
	readRequestOptions,
	readSelectedFields,
} from './shared/parameters';

function readOperation(item: InputItem): Operation {
	const read = (name: string) => String(item.context.getNodeParameter(name, item.index, ''));
	const [resource, name] = [read('resource'), read('operation')];
	const { operations = {}, operationField } = resources[resource] ?? {};
	const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
	if (operation) return operation;
	if (operationField)
		throw item.invalidParameterError(operationField, oneOf(Object.keys(operations)), name);
	const choices = oneOf(Object.keys(resources));
	throw item.invalidParameterError({ displayName: 'Resource' }, choices, resource);
}

async function readAccess(item: InputItem): Promise<ApiAccess> {
	const value: unknown = item.context.getNodeParameter('authentication', 0, 'applicationApi');
	const access = await readApiAccess(item.context, value);
	if (access !== undefined) return access;
	const choices = oneOf(AUTHENTICATIONS);
	throw item.invalidParameterError({ displayName: 'Authentication' }, choices, value);
}

/** Returns undefined instead of an error. */
function valueUnlessInvalid<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

const isSuccess = (result: IDataObject | FailedResult): result is IDataObject =>
	!(result instanceof FailedResult);

/** The vehicle that an item is about, for its error. Empty if there is none. */
function vehicleOf(item: InputItem): { vehicleId?: string } {
	const value = valueUnlessInvalid(() => item.read(vehicleLocator.field));
	const vehicleId = vehicleLocator.parse(value);
	return vehicleId === undefined ? {} : { vehicleId };
}

/**
 * Shows the hints in the editor. An AI agent, which sees no editor, gets them in the first item. If
 * there are no items, it gets one that says so, because it would think that a tool without output
 * is broken.
 */
function withRunHints(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	messages: string[],
): INodeExecutionData[] {
	for (const message of messages.map(escapeHtml))
		context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	if (!isTool(context)) return items;
	const emptyResult = { json: { count: 0 }, pairedItem: { item: 0 } };
	return (items.length > 0 ? items : [emptyResult]).map((item: INodeExecutionData, index) => {
		const { hint: itemHint, ...json } = item.json;
		const runHints = index === 0 ? messages : [];
		const hint = [...runHints, itemHint].filter(Boolean).join(' ');
		return { ...item, json: hint === '' ? json : { hint, ...json } };
	});
}

/**
 * Runs the chosen operation for every input item and pairs each output item with its input item.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// An invalid value throws only in the items, which read it again, so Continue On Fail applies.
	const firstItem = new InputItem(this, 0);
	const sharedAccess = await readAccess(firstItem).catch(() => undefined);
	const concurrency = valueUnlessInvalid(() => readConcurrency(firstItem)) ?? DEFAULT_CONCURRENCY;
	const limiter = new RateLimiter(concurrency, this.getExecutionCancelSignal());
	const hints = new RunHints();

	const runItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		const item = new InputItem(this, itemIndex);
		// Not within `try`: a canceled run must end, even with Continue On Fail.
		limiter.throwIfStopped();
		try {
			readConcurrency(firstItem); // Throws if it is invalid.
			const access = sharedAccess ?? (await readAccess(item));
			const operation = readOperation(item);
			const options = readRequestOptions(item);
			const fields = readSelectedFields(item);
			const client = new SmartcarClient(this, access, options, limiter, hints);
			const results = await operation.execute(item, client);
			if (fields !== undefined) warnOfMissingFields(client, results.filter(isSuccess), fields);
			return results.map((result) =>
				result instanceof FailedResult
					? errorItem(item, result.error, result.fields)
					: { json: selectFields(result, fields), pairedItem: { item: itemIndex } },
			);
		} catch (error) {
			const nodeError = toNodeError(item.node, error, item.index);
			const vehicle = vehicleOf(item);
			if (this.continueOnFail()) return [errorItem(item, nodeError, vehicle)];
			addIdsToDescription(nodeError, vehicle);
			// Other items must not send commands after the run has failed.
			limiter.stop(nodeError);
			throw nodeError;
		}
	};

	try {
		const items = await mapConcurrently(this.getInputData().length, concurrency, runItem);
		return [withRunHints(this, items.flat(), hints.messages)];
	} catch (error) {
		// The first error can be that an item was stopped because another one has failed.
		const nodeError = toNodeError(this.getNode(), limiter.stoppedBy ?? error);
		// Only here, because several items can fail with the same error.
		if (isTool(this)) nodeError.message = messageForTool(nodeError);
		throw nodeError;
	}
}
