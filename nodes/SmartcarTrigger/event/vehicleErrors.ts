import { isObject } from '../../shared/isObject';
import type { EventReader } from './eventReader';
import { identifier, number, resolution, text } from './fields';
import { readSignalReference } from './signals';
import type { VehicleError } from './types';

/** `OTHER` is any state whose meaning is not known. */
export type ErrorState = 'ERROR' | 'RESOLVED' | 'OTHER';

/** The state of an error, which is `ERROR` if it is missing. */
export const errorState = ({ state = 'ERROR' }: Pick<VehicleError, 'state'>): ErrorState =>
	state === 'ERROR' || state === 'RESOLVED' ? state : 'OTHER';

/** Whether the state of an error is one whose meaning is not known. */
export const hasUnknownState = (error: Pick<VehicleError, 'state'>): boolean =>
	errorState(error) === 'OTHER';

/**
 * The errors that are about the whole vehicle, or about the account that it belongs to, as
 * `type/code` in lower case. Which signals they list may differ from one event to the next. Others,
 * also those that Smartcar may add, can be about single signals.
 */
const ABOUT_VEHICLE = new Set([
	'connected_services_account/account_issue',
	'connected_services_account/authentication_failed',
	'connected_services_account/no_vehicles',
	'connected_services_account/vehicle_missing',
	'connected_services_account/virtual_key_required',
	'vehicle_state/asleep',
	'vehicle_state/in_motion',
	'vehicle_state/remote_access_disabled',
	'vehicle_state/unreachable',
	'vehicle_state/vehicle_offline_for_service',
]);

/** Whether an error is about the whole vehicle, whatever signals it lists. */
export const isAboutVehicle = ({ type, code }: Pick<VehicleError, 'type' | 'code'>): boolean =>
	ABOUT_VEHICLE.has(`${type}/${code}`.toLowerCase());

/**
 * An error at more signals counts as one of the whole vehicle, so that n8n's store has to keep only
 * a few entries for it.
 */
export const MAX_SIGNALS_OF_ERROR = 10;

/** Whether an error is about signals, but lists none, or too many to keep a state for each. */
export const isAtManySignals = (error: VehicleError): boolean =>
	!isAboutVehicle(error) &&
	(error.signals.length === 0 || error.signals.length > MAX_SIGNALS_OF_ERROR);

/** Reads the state of an error. An unknown one is listed in `notUnderstood`, too. */
function readState(reader: EventReader, value: unknown, path: string): string | undefined {
	const state = reader.field(text, value, path, 'state')?.trim().toUpperCase() || undefined;
	if (hasUnknownState({ state })) reader.addProblem(`${path}.state`, 'Expected ERROR or RESOLVED');
	return state;
}

/**
 * Reads one entry of `errors`. Smartcar may add types and codes, and an entry with the state
 * RESOLVED has few fields. See docs/contributing/smartcar-api.md#vehicle-errors.
 */
export function readVehicleError(reader: EventReader, value: unknown, path: string): VehicleError {
	const error = reader.object(value, path);
	return {
		type: reader.field(text, error.type, path, 'type'),
		code: reader.field(text, error.code, path, 'code'),
		state: readState(reader, error.state, path),
		description: reader.field(text, error.description, path, 'description'),
		suggestedUserMessage: reader.field(
			text,
			error.suggestedUserMessage,
			path,
			'suggestedUserMessage',
		),
		resolution: reader.field(resolution, error.resolution, path, 'resolution'),
		resolutionUrl: isObject(error.resolution)
			? reader.field(text, error.resolution.url, path, 'resolution.url')
			: undefined,
		docUrl: reader.field(text, error.docURL, path, 'docURL'),
		statusCode: reader.field(number, error.statusCode, path, 'statusCode'),
		requestId: reader.field(identifier, error.requestId, path, 'requestId'),
		signals: reader.list(error.signals, `${path}.signals`, readSignalReference),
	};
}
