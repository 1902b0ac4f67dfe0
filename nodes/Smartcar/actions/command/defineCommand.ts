import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ApiRequest } from '../../transport/request';
import { buildPath } from '../../transport/paths';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { executionTimes, requestExecution } from '../shared/execution';
import { userLocator, vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';

interface Command {
	/** Value of the Operation parameter. */
	operation: string;
	/** What follows `/vehicles/{id}/commands` (service: commands). */
	path: string[];
	fields?: INodeProperties[];
	/** What the body tells beside the path; without it the command has no body. */
	readAttributes?: (context: IExecuteFunctions, item: number) => IDataObject;
}

/**
 * A command to a vehicle (service: commands). Its item tells what came of it, once that is certain; the vehicle's new
 * state is not part of the answer.
 */
export function command({ operation, path, fields = [], readAttributes }: Command): Operation {
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
		async execute(item, api) {
			const vehicleId = vehicleLocator.read(this, item);
			const userId = userLocator.read(this, item);
			const attributes = readAttributes?.(this, item);
			const simplify = readSimplify(this, item);
			const addHeaders = readAddHeaders(this, item);
			const request: ApiRequest = {
				method: 'POST',
				host: 'signalsUrl',
				path: buildPath('vehicles', vehicleId, 'commands', ...path),
				headers: { 'sc-user-id': userId },
				body: attributes && { data: { attributes } },
			};
			const { execution, document, headers } = await requestExecution(api, request);
			const simplified = {
				vehicleId,
				command: execution.attributes.commandType ?? path.join('-'),
				status: execution.attributes.status.value,
				...executionTimes(execution),
				userId,
				executionId: execution.id ?? null,
			};
			return [withHeaders(addHeaders, simplify ? simplified : document, headers)];
		},
	};
}
