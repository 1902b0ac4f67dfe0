import type { GenericValue, IDataObject } from 'n8n-workflow';
import { earlierOf } from '../../../shared/earlierOf';
import type { SmartcarClient } from '../../transport/client';
import { readServiceError, type ServiceError } from '../../transport/errors/serviceError';
import type { ApiRequest } from '../../transport/request';
import type { Connection } from '../shared/connectionSchema';
import { userIdOf } from '../shared/connections';
import type { InputItem } from '../shared/inputItem';
import { chooseUser, connectionsOfVehicle, findGrantingUser } from '../shared/userOfVehicle';
import { simplifyVehicleSummary, type SimplifiedSummary } from '../shared/vehicleSummary';
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
	isoTimeOrText,
	isReadable,
	isUnsupported,
	readingTime,
} from '../signal/simplify';
import type { SubResult } from './batchRequest';
import { isFailedThoughSupported, notReadableCodes } from './notReadable';
import { tireBodyOf, warnOfUncertainTireUnit, warnOfUnknownTirePressures } from './tireHints';
import { withKnownFormat } from './unknownFormat';
import { V3_BATCH_PATHS, type VehicleData } from './v3BatchPaths';

/** What was read about a vehicle from v3, for all paths. */
interface V3Vehicle extends Omit<VehicleData, 'signals'> {
	/** All signals of the vehicle, also failed ones. */
	allSignals: Signal[];
	/** False if Smartcar has more signals than these. */
	isComplete: boolean;
	/** Of the response with the signals. Empty if no path needed it. */
	headers: Record<string, string>;
	summary: SimplifiedSummary | undefined;
	/** Of all users of the vehicle. Empty if they were not read. */
	connections: Connection[];
}

/** The powertrains of vehicles that lack a part. */
const POWERTRAINS_WITHOUT: Record<'battery' | 'combustionEngine', string[]> = {
	battery: ['ICE'],
	combustionEngine: ['BEV'],
};

/** Merges summaries of a vehicle. Undefined if there is none. */
function mergeSummaries(
	...summaries: Parameters<typeof simplifyVehicleSummary>
): SimplifiedSummary | undefined {
	return summaries.some(Boolean) ? simplifyVehicleSummary(...summaries) : undefined;
}

const codesOf = (signals: Signal[]): string[] =>
	signals.map((signal) => codeOf(signal)?.toLowerCase() ?? '');

/** The permissions that the paths need. */
function permissionsOfPaths(paths: string[]): string[] {
	const permissions = paths.flatMap((path) => V3_BATCH_PATHS.get(path)?.permission ?? []);
	return [...new Set(permissions)];
}

/** The earliest known time. Undefined if none is known. */
function earliest(times: Array<string | number | null | undefined>): string | undefined {
	const known = times.map(isoTimeOrText).filter((time) => time !== null);
	return known.length > 0 ? known.reduce(earlierOf) : undefined;
}

/** The headers that v2.0 would send with a path, with the times of its oldest value. */
function v2Headers(signals: Signal[], { headers, isImperial }: V3Vehicle) {
	const entries: Array<[string, string | undefined]> = [
		['sc-request-id', headers['sc-request-id']],
		['sc-unit-system', isImperial ? 'imperial' : 'metric'],
		['sc-data-age', earliest(signals.map(({ meta }) => meta?.oemUpdatedAt))],
		['sc-fetched-at', earliest(signals.map(readingTime))],
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

function failedSignalSubResult(path: string, signal: Signal): SubResult {
	const status = signalErrorStatus(signal);
	const body = { errors: [signalError(signal)] };
	return failedSubResult(path, status, readServiceError(body) ?? {});
}

/**
 * The result of a path for which Smartcar sent nothing. The error says why: the user has not
 * granted the permission, the vehicle lacks the part, the connection lacks the data, or Smartcar
 * has stored no signal for the path.
 */
function noDataSubResult(path: string, vehicle: V3Vehicle): SubResult {
	const { permission, requiredPart, usesSignal } = V3_BATCH_PATHS.get(path) ?? {};
	const { permissions } = vehicle;
	if (permission !== undefined && permissions && !permissions.includes(permission)) {
		const error = { type: 'PERMISSION', description: `The user has not granted ${permission}` };
		const otherId = findGrantingUser(vehicle.connections, permission);
		if (otherId === undefined)
			return failedSubResult(path, 403, { ...error, resolution: 'REAUTHENTICATE' });
		const description = `${error.description}; user ${otherId} has. Read this path for that user: choose the user in the option 'User'.`;
		return { ...failedSubResult(path, 403, { ...error, description }), saysWhatToDo: true };
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
	if (!vehicle.isComplete) {
		const description =
			'Smartcar did not send all signals of this vehicle, so it may have data for this path. Try again.';
		return { ...failedSubResult(path, 404, { type, description }), saysWhatToDo: true };
	}
	const description =
		vehicle.allSignals.length > 0
			? 'Smartcar has other signals of this vehicle, but none for this path. The vehicle does not report it, or its webhook is not set up to send it. In the Smartcar dashboard, add it to the data of the webhook.'
			: 'Smartcar has stored no data for this path. Smartcar collects signals only from vehicles that are subscribed to a webhook.';
	const error = { type, code: 'SIGNAL_NOT_FOUND', description };
	return { ...failedSubResult(path, 404, error), saysWhatToDo: true };
}

/** Returns the data or the error of a path. Undefined if Smartcar sent neither. */
function readPath(path: string, vehicle: V3Vehicle): SubResult | undefined {
	const v3Path = V3_BATCH_PATHS.get(path);
	if (v3Path === undefined) {
		const description = `v3 does not have the path ${path}. Paths are in lower case, such as /odometer. Paths of a single make do not exist in v3: use Signal: Get instead.`;
		const error = { type: 'RESOURCE_NOT_FOUND', code: 'PATH', description };
		return { ...failedSubResult(path, 404, error), saysWhatToDo: true };
	}
	const { usesSignal } = v3Path;
	const signals = vehicle.allSignals.filter((signal) => usesSignal?.(codeOf(signal) ?? ''));
	const readable = signals.filter(isReadable);
	const body: GenericValue =
		readable.length > 0 || usesSignal === undefined
			? (v3Path.toBody({ ...vehicle, signals: readable }) ?? null)
			: null;
	if (body !== null) {
		const headers = v2Headers(readable, vehicle);
		const codes = notReadableCodes(signals);
		const notReadable = codes === '' ? {} : { notReadable: codes };
		const raw = { path, code: 200, body, headers, ...notReadable };
		return { path, code: 200, body, headers, ...notReadable, raw };
	}
	// An unsupported signal comes last, since it does not explain why the others are missing.
	const failed = signals.find(isFailedThoughSupported) ?? signals.find(isFailed);
	return failed && failedSignalSubResult(path, failed);
}

/**
 * Whether a path needs `GET …/signals`: for a signal, or for a make, model or year that the
 * connection lacks.
 */
function needsSignals(paths: string[], connection: Connection | undefined): boolean {
	const { make, model, year } = connection?.attributes?.vehicle ?? {};
	const isSummaryKnown = Boolean(make && model && year);
	return paths.some(
		(path) => V3_BATCH_PATHS.get(path)?.usesSignal || (path === '/' && !isSummaryKnown),
	);
}

/**
 * Reads the paths of a v2.0 batch from v3, with one `GET …/signals` if a path needs it. Their
 * results have the fields and units of v2.0. See docs/production.md#moving-from-v20-to-v3.
 */
export async function readBatchFromV3(
	item: InputItem,
	client: SmartcarClient,
	{ vehicleId, paths, isImperial }: { vehicleId: string; paths: string[]; isImperial: boolean },
): Promise<{ results: SubResult[]; request: ApiRequest }> {
	const user = await chooseUser(item, client, vehicleId, permissionsOfPaths(paths));
	const readConnections = async () => await connectionsOfVehicle(client, vehicleId);
	const findConnection = async () =>
		(await readConnections()).find((connection) => userIdOf(connection) === user.userId);
	const knownConnection =
		user.connection ?? (paths.includes('/permissions') ? await findConnection() : undefined);
	const request = signalRequest(vehicleId, user.userId);
	const response = needsSignals(paths, knownConnection)
		? await requestSignals(client, request)
		: { signals: [], isComplete: true, included: undefined, headers: {} };
	const { isComplete, included, headers } = response;
	const signals = response.signals.map(withKnownFormat);
	if (paths.includes('/tires/pressure')) {
		const body = tireBodyOf(signals);
		warnOfUncertainTireUnit(client, vehicleId, body);
		warnOfUnknownTirePressures(client, vehicleId, body);
	}
	const toVehicle = (
		connection: Connection | undefined,
		connections: Connection[] = [],
	): V3Vehicle => ({
		vehicleId,
		connections,
		allSignals: signals,
		isComplete,
		unsupportedCodes: codesOf(signals.filter(isUnsupported)),
		failedCodes: codesOf(signals.filter(isFailedThoughSupported)),
		summary: mergeSummaries(included?.vehicle?.attributes, connection?.attributes?.vehicle),
		permissions: connection?.attributes?.permissions ?? undefined,
		isImperial,
		headers,
	});
	const knownVehicle = toVehicle(knownConnection);
	const isMissing = (path: string) => readPath(path, knownVehicle) === undefined;
	// Only the connection shows whether a path is missing because the user lacks the permission. If
	// it cannot be read, the error of the path gives another reason.
	const connection =
		knownConnection ??
		(paths.some(isMissing) ? await findConnection().catch(() => undefined) : undefined);
	const vehicle = toVehicle(connection, connection && (await readConnections()));
	const results = paths.map((path) => readPath(path, vehicle) ?? noDataSubResult(path, vehicle));
	return { results, request };
}
