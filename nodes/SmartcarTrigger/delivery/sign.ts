import { createHmac } from 'node:crypto';

/**
 * The service's one signing rule, for challenges and deliveries alike (service: 5.2 Signature):
 * lower-case hex HMAC-SHA256 over the bytes, keyed with the application management token as UTF-8 text.
 */
export const sign = (message: string | Buffer, managementToken: string): string =>
	createHmac('sha256', managementToken).update(message).digest('hex');
