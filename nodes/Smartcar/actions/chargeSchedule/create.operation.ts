import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { executionTimes, requestExecution } from '../shared/execution';
import { locationFields, readLocation } from '../shared/location';
import { userLocator, vehicleLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';
import { readSchedule, scheduleFields } from './scheduleTimes';

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
