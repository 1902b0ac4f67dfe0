import { signalInWords } from '../../shared/signalNames';
import { describeVehicle } from '../../shared/vehicleDescription';
import { hasUnknownState, isAboutVehicle } from './vehicleErrors';
import type { SmartcarEvent, Vehicle, VehicleError } from './types';

/** How a message names a vehicle: `2021 Tesla Model 3`, or by its ID if nothing else is known. */
export const vehicleInWords = (vehicle: Vehicle): string =>
	describeVehicle(vehicle) ?? (vehicle.id === undefined ? 'A vehicle' : `Vehicle ${vehicle.id}`);

/** A blank text says as little as a missing one. */
const nonBlank = (text: string | undefined) => text?.trim() || undefined;

/** Texts of Smartcar can have placeholders that it leaves to the application: `<app name>`. */
const hasPlaceholder = (text: string) => /<[^<>]+>/.test(text);

/** What Smartcar says about an error, for the owner or else for developers. */
function adviceText({ suggestedUserMessage, description }: VehicleError): string | undefined {
	const text = nonBlank(suggestedUserMessage) ?? nonBlank(description);
	return text === undefined || hasPlaceholder(text) ? undefined : asSentence(text);
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The page where the owner can fix the error, most often by reconnecting the vehicle. */
function linkText({ resolution, resolutionUrl }: VehicleError): string | undefined {
	if (nonBlank(resolutionUrl) === undefined) return undefined;
	const isReconnect = (nonBlank(resolution) ?? 'REAUTHENTICATE') === 'REAUTHENTICATE';
	return `${isReconnect ? 'Reconnect' : 'See'}: ${resolutionUrl}`;
}

/** Why a vehicle or a signal cannot be read, and what holds once it can be read again. */
interface Reason {
	error: string;
	resolved: string;
}

/**
 * What the documented codes mean, and two types: errors of `PERMISSION` have no code, and those of
 * `RATE_LIMIT` mean the same with each code. A code that means something else with one type has
 * that type before it.
 */
const REASONS: ReadonlyMap<string, Reason> = new Map([
	[
		'ACCOUNT_ISSUE',
		{
			error: "there is a problem with the owner's account",
			resolved: "the problem with the owner's account is resolved",
		},
	],
	['ASLEEP', { error: 'it is asleep', resolved: 'it is awake' }],
	[
		'AUTHENTICATION_FAILED',
		{
			error: "Smartcar can no longer sign in to the owner's account",
			resolved: "Smartcar can sign in to the owner's account again",
		},
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/PERMISSION',
		{
			error: 'the owner no longer allows Smartcar access in their account with the automaker',
			resolved: 'the owner allows Smartcar access in their account with the automaker again',
		},
	],
	[
		'INTERNAL',
		{ error: 'Smartcar has an internal problem', resolved: "Smartcar's problem is resolved" },
	],
	['IN_MOTION', { error: 'it is moving', resolved: 'it has stopped' }],
	[
		'MAKE_NOT_COMPATIBLE',
		{
			error: 'vehicles of this make do not support this',
			resolved: 'vehicles of this make support this now',
		},
	],
	[
		'NO_VEHICLES',
		{
			error: "the owner's account has no vehicles",
			resolved: "the owner's account has vehicles again",
		},
	],
	['NOT_CHARGING', { error: 'it is not charging', resolved: 'it is charging' }],
	['PERMISSION', { error: 'a permission is missing', resolved: 'the permission has been granted' }],
	[
		'PLATFORM_NOT_CAPABLE',
		{
			error: 'the car has to be reconnected for this',
			resolved: 'the car no longer has to be reconnected for this',
		},
	],
	[
		'RATE_LIMIT',
		{ error: 'there were too many requests', resolved: 'requests are possible again' },
	],
	[
		'REMOTE_ACCESS_DISABLED',
		{ error: 'its remote access is turned off', resolved: 'its remote access is turned on' },
	],
	[
		'SMARTCAR_NOT_CAPABLE',
		{
			error: 'Smartcar does not support this for the vehicle yet',
			resolved: 'Smartcar supports this for the vehicle now',
		},
	],
	[
		'SUBSCRIPTION',
		{
			error: 'its connected services subscription has ended or does not cover this',
			resolved: 'its connected services subscription covers this again',
		},
	],
	['UNREACHABLE', { error: 'it cannot be reached', resolved: 'it can be reached' }],
	[
		'VEHICLE_MISSING',
		{
			error: "it is no longer in the owner's account",
			resolved: "it is in the owner's account again",
		},
	],
	[
		'VEHICLE_NOT_CAPABLE',
		{ error: 'the vehicle does not support this', resolved: 'the vehicle supports this now' },
	],
	[
		'VEHICLE_OFFLINE_FOR_SERVICE',
		{ error: 'it is offline for service', resolved: 'it is no longer offline for service' },
	],
	[
		'VIRTUAL_KEY_REQUIRED',
		{ error: "it needs Smartcar's virtual key", resolved: "it has Smartcar's virtual key" },
	],
]);

type TypeAndCode = Pick<VehicleError, 'type' | 'code'>;

function reasonOf({ type = '', code = '' }: TypeAndCode): Reason | undefined {
	for (const key of [`${type}/${code}`, code, type]) {
		const reason = REASONS.get(key.trim().toUpperCase());
		if (reason) return reason;
	}
	return undefined;
}

/** Why a vehicle or a signal cannot be read. Undefined for an error whose meaning is not known. */
export const reasonInWords = (error: TypeAndCode): string | undefined => reasonOf(error)?.error;

/** Whether a text has the format of Smartcar's codes: `FULLY_CHARGED`. */
export const isCode = (text: string): boolean => /^[A-Z]+(_[A-Z0-9]+)*$/.test(text);

/** `fully charged` for `FULLY_CHARGED`. */
export const codeInWords = (code: string): string => code.replaceAll('_', ' ').toLowerCase();

/** The code of an error, or else its type, in words. */
function errorCodeInWords({ type, code }: VehicleError): string | undefined {
	const text = nonBlank(code) ?? nonBlank(type);
	return text !== undefined && isCode(text) ? codeInWords(text) : text;
}

/** Up to this many signals are named. Further ones are only counted. */
const MAX_NAMED_SIGNALS = 3;

/** Types of errors that are always about signals, and a type with a code. */
const ABOUT_SIGNALS = ['PERMISSION', 'COMPATIBILITY', 'VEHICLE_STATE/NOT_CHARGING'];

/** Whether an error is about signals, also if it lists none. */
const isAboutSignals = ({ type = '', code = '' }: VehicleError): boolean =>
	[type, `${type}/${code}`].some((text) => ABOUT_SIGNALS.includes(text.trim().toUpperCase()));

/** The signals that an error is about: `tire pressure, odometer`. Undefined for the whole vehicle. */
function signalsInWords(error: VehicleError): string | undefined {
	const { signals } = error;
	if (isAboutVehicle(error)) return undefined;
	if (signals.length === 0) return isAboutSignals(error) ? 'some signals' : undefined;
	const names = [...new Set(signals.map(({ code }) => signalInWords(code)))];
	const named = names.slice(0, MAX_NAMED_SIGNALS).join(', ');
	const others = names.length - MAX_NAMED_SIGNALS;
	if (others <= 0) return named;
	return `${named} and ${others} more signal${others === 1 ? '' : 's'}`;
}

/** Why something can be read again. */
function resolvedInWords(error: VehicleError): string | undefined {
	const code = errorCodeInWords(error);
	return reasonOf(error)?.resolved ?? (code && `resolved: ${code}`);
}

/** The first sentence about an error with a state whose meaning is not known. */
function unknownStateSentence(vehicle: Vehicle, error: VehicleError): string {
	const details = [errorCodeInWords(error), signalsInWords(error)].filter(
		(part) => part !== undefined,
	);
	const inParentheses = details.length > 0 ? ` (${details.join(': ')})` : '';
	return `${vehicleInWords(vehicle)} has an error with the unknown state ${error.state}${inParentheses}.`;
}

/** The first sentence of a message: what cannot be read, or can be read again, and why. */
function firstSentence(vehicle: Vehicle, error: VehicleError): string {
	if (hasUnknownState(error)) return unknownStateSentence(vehicle, error);
	const signals = signalsInWords(error);
	const name = vehicleInWords(vehicle);
	const subject = signals === undefined ? name : `${name}: ${signals}`;
	const isResolved = error.state === 'RESOLVED';
	const verb = isResolved ? 'can be read again' : 'cannot be read';
	const cause = isResolved
		? resolvedInWords(error)
		: (reasonInWords(error) ?? errorCodeInWords(error));
	if (cause === undefined) return `${subject} ${verb}.`;
	const isInParentheses = signals !== undefined || (isResolved && !reasonOf(error));
	return `${subject} ${verb}${isInParentheses ? ` (${cause})` : `: ${cause}`}.`;
}

/** An error in words that a workflow can send to people unchanged. */
export function errorMessage(vehicle: Vehicle, error: VehicleError): string {
	const text = firstSentence(vehicle, error);
	if (error.state === 'RESOLVED' || hasUnknownState(error)) return text;
	const parts = [text, adviceText(error), linkText(error)];
	return parts.filter((part) => part !== undefined).join(' ');
}

/** The errors of an event in words: a line for each that differs. */
export function errorsMessage({
	vehicle,
	errors,
}: Pick<SmartcarEvent, 'vehicle' | 'errors'>): string {
	// The event has none, or its list has an unknown format.
	if (errors.length === 0) return `${vehicleInWords(vehicle)} has an unknown error.`;
	return [...new Set(errors.map((error) => errorMessage(vehicle, error)))].join('\n');
}
