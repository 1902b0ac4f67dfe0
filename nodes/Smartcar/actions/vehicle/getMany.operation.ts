import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { readVehicleIds } from '../../transport/pagination';
import {
	addHeadersOption,
	endOfV2Notice,
	listFields,
	optionsField,
	userOption,
} from '../shared/common.descriptions';
import { withHeaders, withHintForTool } from '../shared/output';
import { readAddHeaders, readListLimit } from '../shared/parameters';

const properties: INodeProperties[] = [
	endOfV2Notice('In v3, Connection: Get Many lists vehicles.'),
	...listFields,
	optionsField(addHeadersOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getMany'] } },
	properties,
);

const EMPTY_HINT =
	'The access token gives access to no vehicle. An owner has to connect one to the application first.';

/** `GET /v2.0/vehicles`. Smartcar returns only IDs. See docs/contributing/smartcar-api.md#vehicle-list. */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const listLimit = readListLimit(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const results = await readVehicleIds(client, listLimit, (id, headers) =>
		withHeaders({ id }, headers, addHeaders),
	);
	return results.length > 0 ? results : withHintForTool(this, results, EMPTY_HINT);
}
