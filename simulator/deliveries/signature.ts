import { createHmac } from 'node:crypto';

/** Lower-case hex HMAC-SHA256, keyed with the application management token (service: signature). */
export function sign(applicationManagementToken: string, message: string | Buffer): string {
	return createHmac('sha256', applicationManagementToken).update(message).digest('hex');
}
