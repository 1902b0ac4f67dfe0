import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { requestRemoval } from '../shared/execution';
import { scheduleLocator, userLocator, vehicleLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { withHeaders } from '../shared/responseHeaders';

const properties: INodeProperties[] = [
	vehicleLocator.field,
	userLocator.field,
	scheduleLocator.field,
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['chargeSchedule'], operation: ['delete'] } },
	properties,
);

/** `DELETE …/charge-schedules/{scheduleId}` (service: charge schedules). */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const userId = userLocator.read(this, item);
	const scheduleId = scheduleLocator.read(this, item);
	const addHeaders = readAddHeaders(this, item);
	const request: ApiRequest = {
		method: 'DELETE',
		host: 'signalsUrl',
		path: buildPath('vehicles', vehicleId, 'charge-schedules', scheduleId),
		headers: { 'sc-user-id': userId },
	};
	const headers = await requestRemoval(api, request);
	return [withHeaders(addHeaders, { deleted: true }, headers)];
}
