import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { Answer, refuse } from './reply';
import type { Delivery } from './readDelivery';
import { sign } from './sign';

/** What a verification carries, in version 4.0 or, still sent by old webhooks, 2.0 (spec: VERIFY); else undefined. */
function verificationIn({
	eventType,
	data,
	eventName,
	payload,
}: IDataObject): { carries: unknown } | undefined {
	if (eventType === 'VERIFY') return { carries: data };
	return eventName === 'verify' ? { carries: payload } : undefined;
}

/**
 * Deliveries are signed with the key that answers challenges, so whoever may choose the challenge freely could have
 * an event of their own making signed. Text of these characters cannot be a JSON object (service: 5.3).
 */
const challenge = z.object({ challenge: z.string().regex(/^[A-Za-z0-9._~+/=-]{1,256}$/) });

/**
 * Answers the service's verification of the callback address, or returns undefined for any other delivery.
 * Needs no signature, since the service sends none (service: 5.3); refuses what is not a challenge with 400.
 */
export function verify({ body }: Delivery, managementToken: string): Answer | undefined {
	const verification = verificationIn(body);
	if (!verification) return undefined;

	const sent = challenge.safeParse(verification.carries);
	if (!sent.success) {
		return refuse(
			400,
			'challenge_invalid',
			'A challenge has 1 to 256 letters, digits or characters of ._~+/=-',
		);
	}
	return new Answer(200, { challenge: sign(sent.data.challenge, managementToken) });
}
