import { timingSafeEqual } from 'node:crypto';
import type { TriggerParameters } from '../parameters';
import { reject } from '../webhookReply';
import {
	managementTokens,
	tokenMistake,
	type CredentialContext,
	type ManagementTokens,
} from './managementTokens';
import type { Delivery } from './readDelivery';
import { sign } from './sign';

/** Exactly as Smartcar writes it: lower case, without a prefix. */
const SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * Whether the body is signed with one of the tokens.
 * @param signature 64 hexadecimal digits
 */
const isSigned = (bytes: Buffer, signature: string, tokens: ManagementTokens): boolean =>
	tokens.some(
		(token) =>
			token !== undefined &&
			timingSafeEqual(Buffer.from(sign(bytes, token)), Buffer.from(signature)),
	);

/**
 * Lets a delivery pass if Smartcar has signed it. A signature that does not match the tokens in
 * memory is compared with those of the credential as it is now, so a new token works at once.
 * @throws WebhookReply 401 if the signature is wrong, or 503 if the credential cannot be used
 */
export async function verifySignature(
	this: CredentialContext,
	{ bytes, signature }: Delivery,
	{ options }: TriggerParameters,
): Promise<void> {
	// In any case, so that a credential that cannot be used shows even without *Verify Signature*.
	const recent = await managementTokens.call(this, 'recent');
	if (!options.verifySignature) return;

	if (!signature) throw reject(401, 'signature_missing', "The header 'SC-Signature' is missing");
	if (!SIGNATURE.test(signature)) {
		const message = "The header 'SC-Signature' is not 64 lower-case hexadecimal digits";
		throw reject(401, 'signature_malformed', message);
	}
	if (isSigned(bytes, signature, recent)) return;
	const current = await managementTokens.call(this, 'current');
	if (isSigned(bytes, signature, current)) return;
	const message = "The header 'SC-Signature' does not match the body and the management token";
	throw reject(401, 'signature_mismatch', message, tokenMistake(current));
}
