import type { INodeProperties } from 'n8n-workflow';
import type { ApiRequest } from '../../transport/request';
import {
	addHeadersOption,
	commandOptionsField,
	simplifyFields,
	userOption,
} from '../shared/common.descriptions';
import { commandTimes, executeCommand } from '../shared/commandExecution';
import { locationFields, readLocation } from '../shared/location';
import { vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readSimplify } from '../shared/parameters';
import { sendForUser } from '../shared/userOfVehicle';
import { readSchedule, scheduleFields } from './scheduleTimes';

export const properties: INodeProperties[] = [
	vehicleLocator.field,
	...locationFields,
	...scheduleFields,
	...simplifyFields,
	commandOptionsField(addHeadersOption, userOption),
];

/**
 * `POST …/charge-schedules/{daily|weekly|workweek}`. It sets when a vehicle charges at a location.
 * See docs/contributing/smartcar-api.md#charge-schedules.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicleId = vehicleLocator.read(item);
	const location = readLocation(item);
	const { type, times } = readSchedule(item);
	const simplify = readSimplify(item);
	const addHeaders = readAddHeaders(item);
	const send = async (userId: string) => {
		const request: ApiRequest = {
			method: 'POST',
			host: 'signalsUrl',
			path: ['vehicles', vehicleId, 'charge-schedules', type],
			headers: { 'sc-user-id': userId },
			body: { data: { attributes: { location, ...times } } },
		};
		return { userId, ...(await executeCommand(client, request)) };
	};
	const target = { vehicleId, permission: 'control_charge' };
	const response = await sendForUser(item, client, target, send);
	const { execution, document, headers, userId } = response;
	const simplified = {
		scheduleType: execution.attributes.scheduleType ?? type,
		status: execution.attributes.status.value,
		...commandTimes(execution),
		scheduleId: execution.attributes.scheduleId ?? null,
		vehicleId,
		userId,
		executionId: execution.id ?? null,
	};
	return [withHeaders(simplify ? simplified : document, headers, addHeaders)];
};
