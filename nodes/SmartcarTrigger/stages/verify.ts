import { z } from 'zod';
import { Answer, refuse } from '../answer';
import type { Delivery } from './read';
import { sign } from './sign';

/** Version 4.0 and, still sent by old webhooks, 2.0 (spec: VERIFY). */
const verification = z.union([
	z.object({ eventType: z.literal('VERIFY'), data: z.unknown() }).transform(({ data }) => data),
	z.object({ eventName: z.literal('verify'), payload: z.unknown() }).transform(({ payload }) => payload),
]);

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
	const data = verification.safeParse(body);
	if (!data.success) return undefined;

	const sent = challenge.safeParse(data.data);
	if (!sent.success) {
		return refuse(400, 'challenge_invalid', 'A challenge has 1 to 256 letters, digits or characters of ._~+/=-');
	}
	return new Answer(200, { challenge: sign(sent.data.challenge, managementToken) });
}
