import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readHosts, SmartcarApi } from '../transport/client';
import { credentialTypeFor } from '../transport/credentials';
import { toNodeError } from '../transport/errors/nodeError';
import { Traffic } from '../transport/rateLimiter';
import { runInOrder } from './shared/mapConcurrently';
import type { Operation } from './shared/operation';
import { readCallSettings, readConcurrency } from './shared/options';
import { explainError, readSelectedFields, selectFields } from './shared/output';
import { badParameter } from './shared/parameters';
import * as chargeSchedule from './chargeSchedule';
import * as command from './command';
import * as compatibleVehicle from './compatibleVehicle';
import * as connection from './connection';
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

function operationOf(context: IExecuteFunctions, item: number): Operation {
	const resource = context.getNodeParameter('resource', item);
	const name = context.getNodeParameter('operation', item);
	const operation = operations.get(`${resource}.${name}`);
	if (operation) return operation;
	throw badParameter(
		context,
		item,
		'Operation',
		'one that the chosen resource offers',
		`${resource}.${name}`,
	);
}

/**
 * How many items are worked on at once: twice as many as requests may be under way, so that the next ones are ready
 * when these are answered; with one request at a time strictly one after the other.
 */
function itemsAtOnce({ limit }: Traffic): number {
	return limit === 1 ? 1 : 2 * limit;
}

/** Runs the chosen operation for every input item and gives each result to the item that it came from. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const authentication: unknown = this.getNodeParameter('authentication', 0, 'applicationApi');
	const credentialType = credentialTypeFor(authentication);
	if (credentialType === undefined) {
		throw badParameter(this, 0, 'Authentication', 'one of the options', authentication);
	}
	const hosts = await readHosts(this, credentialType);

	const traffic = new Traffic(readConcurrency(this));
	const results = await runInOrder(
		this.getInputData().length,
		itemsAtOnce(traffic),
		async (item) => {
			try {
				if (this.getExecutionCancelSignal()?.aborted)
					throw new NodeOperationError(node, 'The execution was cancelled');
				const operation = operationOf(this, item);
				const api = new SmartcarApi(
					this,
					credentialType,
					hosts,
					readCallSettings(this, item),
					traffic,
				);
				const fields = readSelectedFields(this, item);
				const objects = await operation.execute.call(this, item, api);
				const output = this.helpers.returnJsonArray(
					objects.map((object) => selectFields(object, fields)),
				);
				return this.helpers.constructExecutionMetaData(output, { itemData: { item } });
			} catch (error) {
				const nodeError = explainError(this, toNodeError(node, error, item));
				if (!this.continueOnFail()) throw nodeError;
				return [{ json: { error: nodeError.message }, pairedItem: { item } }];
			}
		},
	);
	return [results.flat()];
}
