import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField, simplifyFields } from '../shared/common.descriptions';
import { executionTimes, requestExecution } from '../shared/execution';
import { userLocator, vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readSimplify } from '../shared/parameters';

interface CommandOptions {
	/** Value of the parameter Operation. */
	operation: string;
	/** The segments after `/vehicles/{vehicleId}/commands`. */
	path: string[];
	/** The parameters of the command, if it has any. */
	fields?: INodeProperties[];
	/** Reads the attributes of the request body. A command without them has no body. */
	readAttributes?: (context: IExecuteFunctions, itemIndex: number) => IDataObject;
}

/**
 * Defines a command to a vehicle. It returns the result of the command, without the new state of the
 * vehicle, which the response does not contain. See docs/contributing/smartcar-api.md#commands.
 */
export function defineCommand(options: CommandOptions): Operation {
	const { operation, path, fields = [], readAttributes } = options;
	const properties: INodeProperties[] = [
		vehicleLocator.field,
		userLocator.field,
		...fields,
		...simplifyFields,
		optionsField(addHeadersOption),
	];
	return {
		description: updateDisplayOptions(
			{ show: { resource: ['command'], operation: [operation] } },
			properties,
		),
		async execute(itemIndex, client) {
			const vehicleId = vehicleLocator.read(this, itemIndex);
			const userId = userLocator.read(this, itemIndex);
			const attributes = readAttributes?.(this, itemIndex);
			const simplify = readSimplify(this, itemIndex);
			const addHeaders = readAddHeaders(this, itemIndex);
			const request: ApiRequest = {
				method: 'POST',
				host: 'signalsUrl',
				path: ['vehicles', vehicleId, 'commands', ...path],
				headers: { 'sc-user-id': userId },
				body: attributes && { data: { attributes } },
			};
			const { execution, document, headers } = await requestExecution(client, request);
			const simplified = {
				vehicleId,
				command: execution.attributes.commandType ?? path.join('-'),
				status: execution.attributes.status.value,
				...executionTimes(execution),
				userId,
				executionId: execution.id ?? null,
			};
			return [withHeaders(simplify ? simplified : document, headers, addHeaders)];
		},
	};
}
