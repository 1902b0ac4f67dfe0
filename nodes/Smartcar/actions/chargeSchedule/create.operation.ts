import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/api';
import { buildPath } from '../../transport/path';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../common.descriptions';
import { executionTimes, requestExecution } from '../execution';
import { locationFields, readLocation } from '../location';
import { userLocator, vehicleLocator } from '../locators';
import { readAddHeaders } from '../options';
import { readSimplify, simplifyFields } from '../output';
import { withHeaders } from '../responseHeaders';
import { readSchedule, scheduleFields } from './times';

const properties: INodeProperties[] = [
	vehicleLocator.field,
	userLocator.field,
	...locationFields,
	...scheduleFields,
	...simplifyFields,
	optionsField(addHeadersOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['chargeSchedule'], operation: ['create'] } },
	properties,
);

/** `POST …/charge-schedules/{daily|weekly|workweek}` (service: charge schedules): when to charge at a place. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const userId = userLocator.read(this, item);
	const location = readLocation(this, item);
	const { type, hours } = readSchedule(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const request: ApiRequest = {
		method: 'POST',
		host: 'signalsUrl',
		path: buildPath('vehicles', vehicleId, 'charge-schedules', type),
		headers: { 'sc-user-id': userId },
		body: { data: { attributes: { location, ...hours } } },
	};
	const { execution, document, headers } = await requestExecution(api, request);
	const simplified = {
		vehicleId,
		scheduleId: execution.attributes.scheduleId ?? null,
		scheduleType: execution.attributes.scheduleType ?? type,
		status: execution.attributes.status.value,
		...executionTimes(execution),
		userId,
		executionId: execution.id ?? null,
	};
	return [withHeaders(addHeaders, simplify ? simplified : document, headers)];
}
