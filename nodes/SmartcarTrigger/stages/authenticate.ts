import { timingSafeEqual } from 'node:crypto';
import { refuse, type Answer } from '../answer';
import type { Delivery } from './read';
import { sign } from './sign';

/** Exactly as the service writes it: any leniency here (case, prefix, spaces) serves nobody but a forger. */
const SIGNATURE = /^[0-9a-f]{64}$/;

/** Refuses with 401 a delivery whose `SC-Signature` is not that of its raw bytes; returns undefined for a genuine one. */
export function authenticate({ bytes, signature }: Delivery, managementToken: string): Answer | undefined {
	if (signature === undefined || signature === '') {
		return refuse(401, 'signature_missing', "The header 'SC-Signature' is missing");
	}
	if (!SIGNATURE.test(signature)) {
		return refuse(401, 'signature_malformed', "The header 'SC-Signature' is not 64 lower-case hexadecimal digits");
	}
	const expected = Buffer.from(sign(bytes, managementToken));
	if (!timingSafeEqual(expected, Buffer.from(signature))) {
		return refuse(401, 'signature_mismatch', "The header 'SC-Signature' does not match the body and the management token");
	}
	return undefined;
}
