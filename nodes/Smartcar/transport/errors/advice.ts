import { signalOption } from '../../../shared/signalNames';
import type { RequestDetails } from '../request';
import { adviceByCode, CHECK_HOSTS, replacesResolution } from './adviceByCode';
import { SET_VERSION_3 } from './endOfV2';
import type { Advice } from './nodeError';
import type { ServiceError } from './serviceError';

/** What to do for each value of `resolution.type`. */
const RESOLUTIONS = new Map([
	['RETRY_LATER', 'Try again later.'],
	['REAUTHENTICATE', 'The owner has to connect the vehicle again and grant the permission.'],
	['CONTACT_SUPPORT', 'Contact Smartcar support.'],
	['USER_ACTION_REQUIRED', 'The owner of the vehicle has to take action first.'],
	['FINANCE', 'Check the plan and the billing of the Smartcar account.'],
]);

function rejectedTokenAdvice({ request, credentialType }: RequestDetails): string[] {
	const isVehicleData = request.host === 'vehicleDataUrl';
	if (credentialType === 'smartcarApplicationApi') {
		const upgrade = [
			'Smartcar issued an access token for the client ID and client secret, but does not accept it here. Applications created before June 2025 may need an upgrade to v3 in the Smartcar dashboard.',
			CHECK_HOSTS,
		];
		const notOnV2 = 'Smartcar may not accept application tokens on v2.0 endpoints.';
		return isVehicleData ? [notOnV2, SET_VERSION_3, ...upgrade] : upgrade;
	}
	if (credentialType === 'smartcarOAuth2Api')
		return ['The owner may have revoked access. Connect the credential again.'];
	const replace =
		'Replace it in the credential. The client secret, Application ID and Application Management Token are different values.';
	return [
		isVehicleData
			? `The access token has expired or is for another vehicle. ${replace} If it is the token of an application, set 'API Version' to 'Version 3'.`
			: `The access token has expired, or it is a vehicle token and this request needs an application token. ${replace}`,
	];
}

/** The advice for a 403. With version 3, Smartcar rejects the token of a vehicle that way, too. */
function rejectedRequestAdvice(
	{ type }: ServiceError,
	{ request, credentialType }: RequestDetails,
): string {
	const check = 'Check that the application has the permission and that the owner granted it.';
	const mayBeVehicleToken =
		credentialType === 'smartcarAccessTokenApi' &&
		request.host !== 'vehicleDataUrl' &&
		type?.toUpperCase() === 'AUTHENTICATION';
	return mayBeVehicleToken
		? `${check} If the access token is that of a vehicle, choose a Smartcar Application API credential.`
		: check;
}

/** The path of a whole list, or of the user of the token: it contains no ID. */
const PATH_WITHOUT_ID = /^(\/v[\d.]+)?\/[^/]+$/;

function notFoundAdvice({ request, path, userId }: RequestDetails): string {
	const hasId = userId !== undefined || !PATH_WITHOUT_ID.test(path);
	if (request.method === 'GET' && !hasId) return CHECK_HOSTS;
	const signalPath = /\/signals(?:\/([^/]+))?$/.exec(path);
	if (!signalPath) return 'Check that the ID is right and belongs to this application.';
	const [, code] = signalPath;
	const isCodeRight = code === undefined || signalOption(code) !== undefined;
	const whatToCheck = isCodeRight ? 'the IDs of the vehicle and the user' : 'the signal code';
	const advice = `Check ${whatToCheck}, and make sure that the vehicle is subscribed to a webhook. Smartcar collects signals only from subscribed vehicles.`;
	if (code === undefined) return advice;
	return `${advice} If Signal: Get Many returns other signals, the vehicle does not report this one, or its webhook is not set up to send it. In the Smartcar dashboard, add it to the data of the webhook.`;
}

/** Whether v2.0 rejects a request because it names no user. All its operations have User. */
const asksForUser = ({ description = '' }: ServiceError, { request, userId }: RequestDetails) =>
	request.host === 'vehicleDataUrl' && userId === undefined && /user.?id/i.test(description);

function statusAdvice(
	status: number,
	error: ServiceError,
	details: RequestDetails,
): string | undefined {
	if (status === 400 && asksForUser(error, details)) return "Add the option 'User'.";
	const byCode = adviceByCode(error);
	if (byCode !== undefined) return byCode;
	if (status === 403) return rejectedRequestAdvice(error, details);
	if (status === 404) return notFoundAdvice(details);
	if (status === 429)
		return "Lower 'Concurrent Requests', raise 'Max Retry Wait (Seconds)', or send fewer requests.";
	if (status === 430) {
		return 'The request limit of the vehicle or of the Smartcar plan is used up. Wait until it resets. Smartcar Trigger receives events without using up requests.';
	}
	if (status === 501) return 'The vehicle does not support this. Retrying will not help.';
	if (status >= 500) return 'Try again later.';
	return undefined;
}

/** A text that says no more than "Please try again later." */
const RETRY_ONLY = /^(please )?(try|retry)( it)?( again)?( later| in a few minutes)?[.!]*$/i;

const isLink = (text: string | undefined): text is string => /^https?:\/\/\S/i.test(text ?? '');

/** Removes repeated texts and, if there are others, those that only ask to try again. */
function withoutNoise(texts: Array<string | undefined>): string[] {
	const present = texts.flatMap((text) => text?.trim() || []);
	const helpful = present.filter((text) => !RETRY_ONLY.test(text));
	return [...new Set(helpful.length > 0 ? helpful : present.slice(0, 1))];
}

/**
 * What a user can do about an error response: our advice, then Smartcar's suggestion, then links
 * and the request ID for Smartcar support.
 */
export function adviceFor(
	status: number,
	error: ServiceError,
	details: RequestDetails,
	retryAfterMs?: number,
): Advice {
	// Zero says nothing about how long to wait.
	const wait = retryAfterMs
		? `Smartcar asks you to wait ${Math.ceil(retryAfterMs / 1000)} s.`
		: undefined;
	const resolution = replacesResolution(error)
		? undefined
		: RESOLUTIONS.get(error.resolution ?? '');
	const advice =
		status === 401 ? rejectedTokenAdvice(details) : [statusAdvice(status, error, details)];
	return [
		...withoutNoise([wait, ...advice, error.suggestedUserMessage, resolution]),
		isLink(error.resolutionUrl) && `How to resolve it: ${error.resolutionUrl}`,
		isLink(error.docsUrl) && `More information: ${error.docsUrl}`,
		error.requestId && `Request ID: ${error.requestId}`,
	];
}
