import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/client';
import { readVehicleIds } from '../../transport/vehicleList';
import {
	addHeadersOption,
	endOfV2Notice,
	listFields,
	optionsField,
	userOption,
} from '../shared/common.descriptions';
import { readAddHeaders } from '../shared/options';
import { explainNothing } from '../shared/output';
import { readWanted } from '../shared/parameters';
import { withHeaders } from '../shared/responseHeaders';

const replacedBy = 'Connection: Get Many lists vehicles in v3.';

const properties: INodeProperties[] = [
	endOfV2Notice(replacedBy),
	...listFields,
	optionsField(addHeadersOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getMany'] } },
	properties,
);

const WHY_NONE =
	'The access token is good for no vehicle: an owner has to connect one to the application first.';

/** `GET /v2.0/vehicles` (spec): one item per vehicle. The answer is IDs only: there is nothing to simplify. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const wanted = readWanted(this, item);
	const addHeaders = readAddHeaders(this, item);
	const found = await readVehicleIds(api, wanted, (id, headers) =>
		withHeaders(addHeaders, { id }, headers),
	);
	return found.length > 0 ? found : explainNothing(this, found, WHY_NONE);
}
