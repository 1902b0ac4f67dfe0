import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { userLocator, vehicleLocator } from '../actions/shared/locators';
import { isFailed } from '../actions/signal/simplify';
import { chargeTimers, type ChargeTimer } from '../actions/chargeSchedule/schema';
import { signalDocument, type Signal } from '../actions/signal/schema';
import type { SmartcarApi } from '../transport/client';
import { toNodeError } from '../transport/errors/nodeError';
import { buildPath } from '../transport/paths';
import type { ApiRequest } from '../transport/request';
import { chosenId } from './chosen';
import { openApi } from './listSearch';

const SIGNAL = 'charge-chargetimers';

/** What a schedule is called in a list: `Daily · 22:00 to 06:00 · Home · sched_000001`. */
function scheduleName(
	id: string,
	{ scheduleType, condition, schedules }: Omit<ChargeTimer, 'scheduleId'>,
): string {
	const type =
		scheduleType && scheduleType.charAt(0).toUpperCase() + scheduleType.slice(1).toLowerCase();
	const hours = new Set(schedules.map(({ start, end }) => `${start ?? '?'} to ${end ?? '?'}`));
	const { name, latitude, longitude } = condition ?? {};
	const place =
		name ?? (latitude !== undefined && longitude !== undefined && `${latitude}, ${longitude}`);
	return [type, [...hours].join(', '), place, id].filter(Boolean).join(' · ');
}

/** The signal that tells the schedules of a vehicle; undefined when the service has none of it. */
async function readTimers(
	api: SmartcarApi,
	vehicleId: string,
	userId: string,
): Promise<Signal | undefined> {
	const request: ApiRequest = {
		method: 'GET',
		host: 'signalsUrl',
		path: buildPath('vehicles', vehicleId, 'signals', SIGNAL),
		headers: { 'sc-user-id': userId },
	};
	try {
		return (await api.request(request, signalDocument)).data.data;
	} catch (error) {
		if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
		throw toNodeError(api.origin(request).node, error);
	}
}

/**
 * The charge schedules of the chosen vehicle for the picker (service: charge schedules, read back). Where none can be
 * listed it says why, and that the ID can be given instead, in the one line that the editor shows of an error; hyphens
 * get lost there.
 */
export async function searchChargeSchedules(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const unlisted = (why: string) =>
		new NodeOperationError(this.getNode(), `${why}, or choose By ID`);
	const vehicleId = chosenId(this, vehicleLocator);
	const userId = chosenId(this, userLocator);
	if (vehicleId === undefined || userId === undefined) {
		throw unlisted('Choose a vehicle and a user first, without an expression');
	}
	const { api } = await openApi(this);
	const signal = await readTimers(api, vehicleId, userId);
	if (signal === undefined) {
		throw unlisted(
			'Smartcar has never read the schedules of this vehicle: subscribe it to a webhook',
		);
	}
	const timers = chargeTimers.safeParse(signal.attributes.body);
	if (isFailed(signal) || !timers.success) {
		throw unlisted(
			'Smartcar could not read the schedules of this vehicle: look at its signal Charge Timers',
		);
	}
	const schedules = timers.data.values.flatMap(({ scheduleId, ...timer }) =>
		scheduleId === undefined ? [] : { name: scheduleName(scheduleId, timer), value: scheduleId },
	);
	if (schedules.length === 0) {
		throw unlisted(
			'Smartcar knows no schedules of this vehicle yet: wait until it has read a new one',
		);
	}
	const wanted = filter?.trim().toLowerCase() ?? '';
	return { results: schedules.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
