import type { GenericValue, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { readServiceError, type ServiceError } from '../../transport/errors/serviceError';
import type { ApiRequest } from '../../transport/request';
import type { Connection } from '../connection/schema';
import { userIdOf } from '../shared/connections';
import { connectionsOfVehicle, chooseUser } from '../shared/userOfVehicle';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import type { Signal } from '../signal/schema';
import {
	requestSignals,
	signalError,
	signalErrorStatus,
	signalRequest,
} from '../signal/signalRequest';
import {
	codeOf,
	isFailed,
	isoTime,
	isReadable,
	isUnsupported,
	readingTime,
} from '../signal/simplify';
import type { SubResult } from './batchRequest';
import { isFailedThoughSupported, notReadableCodes } from './notReadable';
import { tireBodyOf, warnOfUncertainTireUnit, warnOfUnknownTires } from './tireHints';
import { V3_BATCH_PATHS, type VehicleData } from './v3BatchPaths';

type Summary = ReturnType<typeof simplifyVehicleSummary>;

/** What v3 knows about a vehicle, with the headers of the response. */
interface V3Vehicle extends VehicleData {
	headers: Record<string, string>;
	summary: Summary | undefined;
}

/** The powertrains of vehicles without this part. */
const POWERTRAINS_WITHOUT: Record<'battery' | 'tank', string[]> = {
	battery: ['ICE'],
	tank: ['BEV'],
};

/** Undefined if Smartcar says nothing about the vehicle. */
function summaryOf(...summaries: Parameters<typeof simplifyVehicleSummary>): Summary | undefined {
	return summaries.some(Boolean) ? simplifyVehicleSummary(...summaries) : undefined;
}

/** The permissions that the paths need. */
function permissionsOfPaths(paths: string[]): string[] {
	const permissions = paths.flatMap((path) => V3_BATCH_PATHS.get(path)?.permission ?? []);
	return [...new Set(permissions)];
}

/** The headers that v2.0 would send with a path. The times are those of the first signal. */
function headersOf(signals: Signal[], { headers, isImperial }: V3Vehicle) {
	const { meta } = signals[0] ?? {};
	const entries: Array<[string, string | null | undefined]> = [
		['sc-request-id', headers['sc-request-id']],
		['sc-unit-system', isImperial ? 'imperial' : 'metric'],
		['sc-data-age', isoTime(meta?.oemUpdatedAt)],
		['sc-fetched-at', isoTime(readingTime({ meta }))],
	];
	return Object.fromEntries(
		entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
	);
}

/** A failed path, as v2.0 reports it. */
function failedSubResult(path: string, code: number, error: ServiceError): SubResult {
	const { type, code: errorCode, description, suggestedUserMessage } = error;
	const { resolution, resolutionUrl } = error;
	const body: IDataObject = {
		statusCode: code,
		type: type ?? null,
		code: errorCode ?? null,
		description: description ?? null,
		resolution: { type: resolution ?? null, ...(resolutionUrl && { url: resolutionUrl }) },
		...(suggestedUserMessage && { suggestedUserMessage }),
	};
	return { path, code, body, headers: {}, error, raw: { path, code, body, headers: {} } };
}

function signalFailure(path: string, signal: Signal): SubResult {
	const status = signalErrorStatus(signal);
	const body = { errors: [signalError(signal)] };
	return failedSubResult(path, status, readServiceError(body) ?? {});
}

/**
 * The result of a path without data. Either the permission or the part is missing, or Smartcar has
 * stored no signal, or the connection lacks the data.
 */
function noDataSubResult(path: string, vehicle: V3Vehicle): SubResult {
	const { permission, requiredPart, usesSignal } = V3_BATCH_PATHS.get(path) ?? {};
	const { permissions } = vehicle;
	if (permission !== undefined && permissions && !permissions.includes(permission)) {
		const description = `The user has not granted ${permission}`;
		return failedSubResult(path, 403, {
			type: 'PERMISSION',
			description,
			resolution: 'REAUTHENTICATE',
		});
	}
	const powertrain = vehicle.summary?.powertrainType?.toUpperCase() ?? '';
	if (requiredPart !== undefined && POWERTRAINS_WITHOUT[requiredPart].includes(powertrain)) {
		const description = `A vehicle with the powertrain ${powertrain} does not have this`;
		const error = { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', description };
		return failedSubResult(path, 501, error);
	}
	const type = 'RESOURCE_NOT_FOUND';
	if (usesSignal === undefined) {
		const description =
			'The connection of this vehicle lacks this data. Connection: Get Many without Simplify shows what it has.';
		return { ...failedSubResult(path, 404, { type, description }), saysWhatToDo: true };
	}
	const description =
		vehicle.signals.length > 0
			? 'Smartcar has other signals of this vehicle, but none for this path. The vehicle does not report it, or its webhook is not set up to send it. In the Smartcar dashboard, add it to the data of the webhook.'
			: 'Smartcar has stored no data for this path. Smartcar collects signals only from vehicles that are subscribed to a webhook.';
	const error = { type, code: 'SIGNAL_NOT_FOUND', description };
	return { ...failedSubResult(path, 404, error), saysWhatToDo: true };
}

/** Returns the data or the error of a path. Undefined if Smartcar sent neither. */
function readPath(path: string, vehicle: V3Vehicle): SubResult | undefined {
	const v3Path = V3_BATCH_PATHS.get(path);
	if (v3Path === undefined) {
		const description = `v3 does not have the path ${path}. Paths are in lower case, such as /odometer. Those of a single make are not in v3: look for a signal with Signal: Get.`;
		const error = { type: 'RESOURCE_NOT_FOUND', code: 'PATH', description };
		return { ...failedSubResult(path, 404, error), saysWhatToDo: true };
	}
	const { usesSignal } = v3Path;
	const signals = vehicle.signals.filter((signal) => usesSignal?.(codeOf(signal) ?? ''));
	const readable = signals.filter(isReadable);
	const body: GenericValue =
		readable.length > 0 || usesSignal === undefined
			? (v3Path.toBody({ ...vehicle, signals: readable }) ?? null)
			: null;
	if (body !== null) {
		const headers = headersOf(readable, vehicle);
		const codes = notReadableCodes(signals);
		const notReadable = codes === '' ? {} : { notReadable: codes };
		const raw = { path, code: 200, body, headers, ...notReadable };
		return { path, code: 200, body, headers, ...notReadable, raw };
	}
	// That the vehicle lacks one signal does not explain why it sent none of the others.
	const failed = signals.find(isFailedThoughSupported) ?? signals.find(isFailed);
	return failed && signalFailure(path, failed);
}

/**
 * Reads the paths of a v2.0 batch from v3, with one `GET …/signals` if a path needs it. Their
 * results have the fields and units of v2.0. See docs/production.md#moving-from-v20-to-v3.
 */
export async function readBatchFromV3(
	context: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
	{ vehicleId, paths, isImperial }: { vehicleId: string; paths: string[]; isImperial: boolean },
): Promise<{ results: SubResult[]; request: ApiRequest }> {
	const user = await chooseUser(context, itemIndex, client, vehicleId, permissionsOfPaths(paths));
	const isOfUser = (connection: Connection) => userIdOf(connection) === user.userId;
	const findConnection = async () => (await connectionsOfVehicle(client, vehicleId)).find(isOfUser);
	const knownConnection =
		user.connection ?? (paths.includes('/permissions') ? await findConnection() : undefined);
	const request = signalRequest(vehicleId, user.userId);
	// Signals also say what kind of vehicle it is, if no connection does.
	const { make, model, year } = knownConnection?.attributes?.vehicle ?? {};
	const isSummaryKnown = Boolean(make && model && year);
	const needsSignals = paths.some(
		(path) => V3_BATCH_PATHS.get(path)?.usesSignal || (path === '/' && !isSummaryKnown),
	);
	const { signals, included, headers } = needsSignals
		? await requestSignals(client, request)
		: { signals: [], included: undefined, headers: {} };
	if (paths.includes('/tires/pressure')) {
		const body = tireBodyOf(signals);
		warnOfUncertainTireUnit(client, vehicleId, body);
		warnOfUnknownTires(client, vehicleId, body);
	}
	const toVehicle = (connection: Connection | undefined): V3Vehicle => ({
		vehicleId,
		signals,
		unsupportedCodes: signals
			.filter(isUnsupported)
			.map((signal) => codeOf(signal)?.toLowerCase() ?? ''),
		summary: summaryOf(included?.vehicle?.attributes, connection?.attributes?.vehicle),
		permissions: connection?.attributes?.permissions ?? undefined,
		isImperial,
		headers,
	});
	let vehicle = toVehicle(knownConnection);
	const isMissing = (path: string) => readPath(path, vehicle) === undefined;
	// The connection shows whether a path is missing because the user has not granted it. Without it
	// the path counts as missing for another reason.
	if (knownConnection === undefined && paths.some(isMissing))
		vehicle = toVehicle(await findConnection().catch(() => undefined));
	const results = paths.map((path) => readPath(path, vehicle) ?? noDataSubResult(path, vehicle));
	return { results, request };
}
