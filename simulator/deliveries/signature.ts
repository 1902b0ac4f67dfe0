import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA256 of a message in lower-case hex, keyed with the application management token.
 * See docs/contributing/smartcar-api.md#signature.
 */
export function sign(message: string | Buffer, applicationManagementToken: string): string {
	return createHmac('sha256', applicationManagementToken).update(message).digest('hex');
}
