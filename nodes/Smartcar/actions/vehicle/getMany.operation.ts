import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/api';
import { readVehicleIds } from '../../transport/vehicle-list';
import { endOfV2Notice, listFields, optionsField, userIdOption } from '../common.descriptions';
import { readWanted } from '../parameters';

const properties: INodeProperties[] = [endOfV2Notice, ...listFields, optionsField(userIdOption)];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getMany'] } },
	properties,
);

/** `GET /v2.0/vehicles` (spec): one item per vehicle. The answer is IDs only: there is nothing to simplify. */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const ids = await readVehicleIds(api, readWanted(this, item));
	return ids.map((id) => ({ id }));
}
