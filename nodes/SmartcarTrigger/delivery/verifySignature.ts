import { timingSafeEqual } from 'node:crypto';
import { refuse, type Answer } from './reply';
import type { Delivery } from './readDelivery';
import { sign } from './sign';

/** Exactly as the service writes it: any leniency here (case, prefix, spaces) serves nobody but a forger. */
const SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * Refuses with 401 a delivery whose `SC-Signature` is not that of its raw bytes with one of the tokens (two while one is
 * being replaced by another); returns undefined for a genuine one.
 */
export function authenticate(
	{ bytes, signature }: Delivery,
	managementTokens: string[],
): Answer | undefined {
	if (signature === undefined || signature === '') {
		return refuse(401, 'signature_missing', "The header 'SC-Signature' is missing");
	}
	if (!SIGNATURE.test(signature)) {
		return refuse(
			401,
			'signature_malformed',
			"The header 'SC-Signature' is not 64 lower-case hexadecimal digits",
		);
	}
	const received = Buffer.from(signature);
	if (managementTokens.some((token) => timingSafeEqual(Buffer.from(sign(bytes, token)), received)))
		return undefined;
	return refuse(
		401,
		'signature_mismatch',
		"The header 'SC-Signature' does not match the body and the management token",
	);
}
