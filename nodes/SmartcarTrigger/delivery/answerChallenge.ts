import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { reject, WebhookReply } from '../webhookReply';
import { managementTokens, tokenMistake, type CredentialContext } from './managementTokens';
import type { Delivery } from './readDelivery';
import { sign } from './sign';

/** The part of a verification that holds the challenge: `data` in version 4.0, `payload` in 2.0. */
function challengeParent({ eventType, data, eventName, payload }: IDataObject): unknown {
	if (typeof eventType === 'string' && eventType.toUpperCase() === 'VERIFY') return data ?? {};
	return eventName === 'verify' ? (payload ?? {}) : undefined;
}

/**
 * The token that signs challenges also signs events. Signing any text would let anybody have an
 * event of their own signed, so a challenge must not be able to hold a JSON object.
 */
const challengeSchema = z.object({ challenge: z.string().regex(/^[A-Za-z0-9._~+/=-]{1,256}$/) });

/**
 * Answers Smartcar's verification of the callback URI. Smartcar does not sign verifications.
 * See docs/contributing/smartcar-api.md#verification.
 * @throws WebhookReply for every verification: 200 with the signed challenge, 400 if the challenge
 * is invalid, or 503 if the credential cannot be used
 */
export async function answerChallenge(
	this: CredentialContext & Pick<IWebhookFunctions, 'getMode'>,
	{ body }: Delivery,
): Promise<void> {
	const parent = challengeParent(body);
	if (parent === undefined) return;

	const tokens = await managementTokens.call(this, 'current');
	const received = challengeSchema.safeParse(parent);
	if (!received.success) {
		const message =
			'The challenge must be 1 to 256 characters long and contain only letters, digits and ._~+/=-';
		throw reject(400, 'challenge_invalid', message);
	}
	const mistake = tokenMistake(tokens);
	const url =
		this.getMode() === 'manual'
			? 'test URL, which answers only while the editor listens'
			: 'callback URI';
	throw new WebhookReply(
		200,
		{ challenge: sign(received.data.challenge, tokens[0]) },
		{
			level: mistake === undefined ? 'info' : 'warn',
			message: `answered the verification of its ${url}${mistake === undefined ? '' : `. ${mistake}`}`,
		},
	);
}
