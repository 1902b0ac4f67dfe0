import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/api';
import { buildPath, normalizeId } from '../../transport/path';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../common.descriptions';
import { requestRemoval } from '../execution';
import { userLocator, vehicleLocator } from '../locators';
import { readAddHeaders } from '../options';
import { badParameter } from '../parameters';
import { withHeaders } from '../response-headers';

const properties: INodeProperties[] = [
	vehicleLocator.field,
	userLocator.field,
	{
		displayName: 'Schedule ID',
		name: 'scheduleId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. sched_000001',
		description:
			'The schedule to delete. Create returns it, and the signal charge-chargetimers has the IDs of all schedules of a vehicle.',
	},
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['chargeSchedule'], operation: ['delete'] } },
	properties,
);

function readScheduleId(context: IExecuteFunctions, item: number): string {
	const value: unknown = context.getNodeParameter('scheduleId', item, '');
	const id = normalizeId(value);
	if (id !== undefined) return id;
	throw badParameter(context, item, 'Schedule ID', 'an ID of letters, digits, hyphens and underscores', value);
}

/** `DELETE …/charge-schedules/{scheduleId}` (service: charge schedules). */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const userId = userLocator.read(this, item);
	const scheduleId = readScheduleId(this, item);
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
