import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/api';
import { readVehicleIds } from '../../transport/vehicle-list';
import { addHeadersOption, endOfV2Notice, listFields, optionsField, userIdOption } from '../common.descriptions';
import { readAddHeaders } from '../options';
import { readWanted } from '../parameters';
import { withHeaders } from '../response-headers';

const replacedBy = 'Connection: Get Many lists vehicles in v3.';

const properties: INodeProperties[] = [
	endOfV2Notice(replacedBy),
	...listFields,
	optionsField(addHeadersOption, userIdOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getMany'] } },
	properties,
);

/** `GET /v2.0/vehicles` (spec): one item per vehicle. The answer is IDs only: there is nothing to simplify. */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const addHeaders = readAddHeaders(this, item);
	return await readVehicleIds(api, wanted, (id, headers) => withHeaders(addHeaders, { id }, headers));
}
