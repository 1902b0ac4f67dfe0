import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readApiAccess, SmartcarClient } from '../transport/client';
import { toNodeError } from '../transport/errors/nodeError';
import { RateLimiter } from '../transport/rateLimiter';
import * as chargeSchedule from './chargeSchedule';
import * as command from './command';
import * as compatibleVehicle from './compatibleVehicle';
import * as connection from './connection';
import { invalidParameterError } from './shared/invalidParameterError';
import { mapConcurrently } from './shared/mapConcurrently';
import type { Operation } from './shared/operation';
import { selectFields, withAdviceForTool } from './shared/output';
import { readConcurrency, readRequestOptions, readSelectedFields } from './shared/parameters';
import * as signal from './signal';
import * as subscription from './subscription';
import * as user from './user';
import * as vehicle from './vehicle';
import * as webhook from './webhook';

const resources: Record<string, { operations: Record<string, Operation> }> = {
	chargeSchedule,
	command,
	compatibleVehicle,
	connection,
	signal,
	subscription,
	user,
	vehicle,
	webhook,
};

const operations = new Map<string, Operation>(
	Object.entries(resources).flatMap(([resource, module]) =>
		Object.entries(module.operations).map(([name, operation]): [string, Operation] => [
			`${resource}.${name}`,
			operation,
		]),
	),
);

function readOperation(context: IExecuteFunctions, itemIndex: number): Operation {
	const resource = context.getNodeParameter('resource', itemIndex);
	const name = `${resource}.${context.getNodeParameter('operation', itemIndex)}`;
	const operation = operations.get(name);
	if (operation) return operation;
	const expected = 'an operation of the resource';
	throw invalidParameterError(context, itemIndex, 'Operation', expected, name);
}

/** Runs the chosen operation for every input item and pairs each output item with its input item. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const authentication: unknown = this.getNodeParameter('authentication', 0, 'applicationApi');
	const access = await readApiAccess(this, authentication);
	if (access === undefined) {
		const expected = 'one of the options';
		throw invalidParameterError(this, 0, 'Authentication', expected, authentication);
	}
	const concurrency = readConcurrency(this);
	const limiter = new RateLimiter(concurrency, this.getExecutionCancelSignal());

	const runItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			limiter.throwIfStopped();
			const operation = readOperation(this, itemIndex);
			const options = readRequestOptions(this, itemIndex);
			const fields = readSelectedFields(this, itemIndex);
			const client = new SmartcarClient(this, access, options, limiter);
			const results = await operation.execute.call(this, itemIndex, client);
			const json = results.map((result) => selectFields(result, fields));
			const items = this.helpers.returnJsonArray(json);
			return this.helpers.constructExecutionMetaData(items, { itemData: { item: itemIndex } });
		} catch (error) {
			const nodeError = withAdviceForTool(this, toNodeError(this.getNode(), error, itemIndex));
			if (this.continueOnFail())
				return [{ json: { error: nodeError.message }, pairedItem: { item: itemIndex } }];
			// Other items must not send commands after the run has failed.
			limiter.stop();
			throw nodeError;
		}
	};

	const items = await mapConcurrently(this.getInputData().length, concurrency, runItem);
	return [items.flat()];
}
