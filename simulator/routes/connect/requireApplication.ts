import { validationError } from '../../errors/apiError';
import type { Settings } from '../../options';

/** @throws ApiError 400 for a client ID that is not the one for OAuth2 */
export function requireApplication(clientId: string, { oAuth2ClientId }: Settings): void {
	if (clientId === oAuth2ClientId) return;
	throw validationError('PARAMETER', [
		{ field: ['client_id'], message: 'is not a known application' },
	]);
}
