import type { RequestOrigin } from '../request';
import { adviceByCode } from './adviceByCode';
import type { ServiceError } from './serviceError';

const RESOLUTIONS = new Map([
	['RETRY_LATER', 'Try again later.'],
	['REAUTHENTICATE', 'The owner has to connect the vehicle again and grant the permission.'],
	['CONTACT_SUPPORT', "Contact Smartcar's support."],
	['USER_ACTION_REQUIRED', 'The owner of the vehicle has to do something first.'],
	['FINANCE', 'Check the plan and the billing of the Smartcar account.'],
]);

const NEEDS_APPLICATION =
	"This needs an application token, not that of a vehicle: choose the authentication 'Application'.";

function refusedTokenAdvice({ request, credentialType }: RequestOrigin): string {
	if (credentialType === 'smartcarApplicationApi') {
		const upgrade =
			"Check 'Client ID' and 'Client Secret' in the credential; an application from before June 2025 may have to be upgraded to v3 in the Smartcar dashboard.";
		return request.host === 'vehicleDataUrl'
			? `Smartcar may not take application tokens on its v2.0 endpoints: choose the authentication 'Access Token' with a vehicle access token for this operation. ${upgrade}`
			: upgrade;
	}
	if (credentialType === 'smartcarOAuth2Api') {
		return request.host === 'vehicleDataUrl'
			? 'Connect the credential again; the owner may have taken the access back.'
			: NEEDS_APPLICATION;
	}
	const values =
		'Replace it in the credential; client secret, Application ID and Application Management Token are other values.';
	return request.host === 'vehicleDataUrl'
		? `The access token has expired or is for another vehicle. ${values}`
		: `The access token has expired or is a vehicle token, where an application token is needed. ${values}`;
}

function statusAdvice(
	status: number,
	error: ServiceError,
	origin: RequestOrigin,
): string | undefined {
	if (status === 401) return refusedTokenAdvice(origin);
	if (status === 400 && /user.?id/i.test(error.description ?? '')) return "Add the option 'User'.";
	const byCode = adviceByCode(error);
	if (byCode !== undefined) return byCode;
	const isOfVehicle =
		origin.credentialType !== 'smartcarApplicationApi' && origin.request.host !== 'vehicleDataUrl';
	if (status === 403 && error.type === 'AUTHENTICATION' && isOfVehicle) return NEEDS_APPLICATION;
	if (status === 403)
		return 'Check that the application has the permission and that the owner granted it.';
	const signals = /\/signals(\/|$)/.exec(origin.request.path);
	if (status === 404 && signals) {
		const named =
			signals[1] === '/' ? 'the code of the signal' : 'the IDs of the vehicle and the user';
		return `Check ${named}, and whether the vehicle is subscribed to a webhook: Smartcar has signals of subscribed vehicles only.`;
	}
	if (status === 404) return 'Check the ID and that it belongs to this application.';
	if (status === 429)
		return "Lower 'Concurrent Requests', raise 'Max Retry Wait', or ask less often.";
	if (status === 430) {
		return "The allowance of the vehicle or of the Smartcar plan is used up. Asking again does not help before it is renewed; a 'Smartcar Trigger' needs no requests.";
	}
	if (status === 501) return 'The vehicle does not offer this; asking again does not help.';
	if (status >= 500) return 'Try again later.';
	return undefined;
}

/** What a user can do about an answer: the service's own suggestion first, then ours, then where to read on. */
export function adviceFor(
	status: number,
	error: ServiceError,
	origin: RequestOrigin,
	retryAfterMs?: number,
): string {
	const wait =
		retryAfterMs === undefined
			? undefined
			: `Smartcar asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
	const isKnown = adviceByCode(error) !== undefined;
	const resolution = isKnown ? undefined : RESOLUTIONS.get(error.resolution ?? '');
	const advice = statusAdvice(status, error, origin);
	return [
		error.suggestedUserMessage,
		resolution === error.suggestedUserMessage ? undefined : resolution,
		wait,
		advice === resolution ? undefined : advice,
		error.resolutionUrl && `How to resolve it: ${error.resolutionUrl}`,
		error.docsUrl && `More: ${error.docsUrl}`,
		error.requestId && `Request ID: ${error.requestId}`,
	]
		.filter(Boolean)
		.join(' ');
}
