import { createHmac } from 'node:crypto';

/**
 * Smartcar's signature of a challenge or a body: HMAC-SHA256 in lower-case hexadecimal, with the
 * application management token as key. See docs/contributing/smartcar-api.md#signature.
 */
export const sign = (message: string | Buffer, managementToken: string): string =>
	createHmac('sha256', managementToken).update(message).digest('hex');
