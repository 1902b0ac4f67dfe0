import { NodeApiError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { operationError } from '../../shared/operationError';
import { chargeTimersSchema, type ChargeTimer } from '../actions/chargeSchedule/schema';
import { userIdOf } from '../actions/shared/connections';
import { userLocator, vehicleLocator } from '../actions/shared/locators';
import { chooseConnection, connectionsOfVehicle } from '../actions/shared/userOfVehicle';
import { signalDocumentSchema, type Signal } from '../actions/signal/schema';
import { signalRequest } from '../actions/signal/signalRequest';
import { isFailed, isUnsupported } from '../actions/signal/simplify';
import type { SmartcarClient } from '../transport/client';
import { toNodeError } from '../transport/errors/nodeError';
import { createClient, filterResults, selectedId } from './listSearch';

/** The name of a schedule in the list: `Daily · 22:00 to 06:00 · Home · sched_000001`. */
function scheduleName(
	id: string,
	{ scheduleType, condition, schedules }: Omit<ChargeTimer, 'scheduleId'>,
): string {
	const type =
		scheduleType && scheduleType.charAt(0).toUpperCase() + scheduleType.slice(1).toLowerCase();
	const times = new Set(schedules.map(({ start, end }) => `${start ?? '?'} to ${end ?? '?'}`));
	const { name, latitude, longitude } = condition ?? {};
	const hasCoordinates = latitude !== undefined && longitude !== undefined;
	const location = name ?? (hasCoordinates && `${latitude}, ${longitude}`);
	return [type, [...times].join(', '), location, id].filter(Boolean).join(' · ');
}

/**
 * Returns a user of the vehicle, if possible one who may control charging, since only such a user
 * may read the schedules. Without any user, returns the problem.
 */
async function findUser(
	client: SmartcarClient,
	vehicleId: string,
): Promise<{ userId: string } | { problem: string }> {
	const connections = await connectionsOfVehicle(client, vehicleId);
	const connection = chooseConnection(connections, ['control_charge']);
	const userId = connection && userIdOf(connection);
	if (userId !== undefined) return { userId };
	return connections.length > 0
		? { problem: 'Smartcar lists no user for this vehicle: choose one in the option User' }
		: { problem: 'No user has connected this vehicle: choose another vehicle' };
}

/** Reads the signal that contains the schedules. Undefined when Smartcar does not have it. */
async function readTimerSignal(
	client: SmartcarClient,
	vehicleId: string,
	userId: string,
): Promise<Signal | undefined> {
	const request = signalRequest(vehicleId, userId, 'charge-chargetimers');
	try {
		return (await client.request(request, signalDocumentSchema)).data.data;
	} catch (error) {
		if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
		throw toNodeError(client.details(request).node, error);
	}
}

/**
 * Lists the charge schedules of the selected vehicle. Without any it throws an error that says why.
 * The editor shows only one line of the error and removes hyphens from it.
 * See docs/contributing/smartcar-api.md#charge-schedules.
 */
export async function searchChargeSchedules(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const emptyListError = (reason: string) =>
		operationError(this.getNode(), `${reason}, or choose By ID`);
	const vehicleId = selectedId(this, vehicleLocator);
	if (vehicleId === undefined)
		throw emptyListError('Select a vehicle first (expressions do not work here)');
	const client = await createClient(this);
	const selectedUserId = userLocator.parse(this.getCurrentNodeParameter('options.userId'));
	const user = selectedUserId ? { userId: selectedUserId } : await findUser(client, vehicleId);
	if ('problem' in user) throw emptyListError(user.problem);
	const signal = await readTimerSignal(client, vehicleId, user.userId);
	if (signal === undefined) {
		throw emptyListError(
			'Smartcar has not read the schedules of this vehicle yet: subscribe it to a webhook that sends the signal Charge Timers',
		);
	}
	if (isUnsupported(signal))
		throw emptyListError('This vehicle does not report charge schedules: choose another one');
	const timers = chargeTimersSchema.safeParse(signal.attributes.body);
	if (isFailed(signal) || !timers.success) {
		throw emptyListError(
			'Smartcar could not read the schedules of this vehicle: check its signal Charge Timers',
		);
	}
	const schedules = timers.data.values.flatMap(({ scheduleId, ...timer }) =>
		scheduleId === undefined ? [] : { name: scheduleName(scheduleId, timer), value: scheduleId },
	);
	if (schedules.length === 0)
		throw emptyListError(
			timers.data.values.length > 0
				? 'The schedules of this vehicle are not for a location, so they have no ID: choose another vehicle'
				: 'Smartcar has no schedules of this vehicle yet: try again later',
		);
	return { results: filterResults(schedules, filter) };
}
