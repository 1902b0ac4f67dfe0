import { answerChallenge } from '../../../../../nodes/SmartcarTrigger/delivery/answerChallenge';
import { sign } from '../../../../../nodes/SmartcarTrigger/delivery/sign';
import { eventFixture } from '../../../../fixtures/eventFixtures';
import { replyOf } from '../replies';
import { credentialContext } from './credentialContext';

const TOKEN = 'example-amt';

/** The reply to a delivery with this body, or undefined if it passes. */
async function replyTo(body: object, applicationManagementToken = TOKEN) {
	const delivery = { bytes: Buffer.alloc(0), body: { ...body }, signature: undefined };
	const context = credentialContext(() => ({ applicationManagementToken }));
	return await replyOf(async () => await answerChallenge.call(context, delivery));
}

const verification = (challenge: unknown) => ({ eventType: 'VERIFY', data: { challenge } });

test.each([
	['verify-iso-time', 'nQ4rT7yW2kLm8pXz'],
	['verify-integer-time', '7d2f1a90-0000-4000-8000-0000000000aa'],
	['verify-version-2', '7d2f1a90-0000-4000-8000-0000000000bb'],
])('answers the verification %s', async (fixtureName, challenge) => {
	expect(await replyTo(eventFixture(fixtureName))).toMatchObject({
		status: 200,
		body: { challenge: sign(challenge, TOKEN) },
	});
});

test.each(['state-as-delivered', 'error-reference-page', 'legacy-event-version-2'])(
	'lets the event %s pass',
	async (fixtureName) => {
		expect(await replyTo(eventFixture(fixtureName))).toBeUndefined();
	},
);

test.each([
	['a forged event', '{"eventId":"1","eventType":"VEHICLE_STATE"}'],
	['a space', 'two words'],
	['a line break', 'challenge\n'],
	['a form body', 'eventId=1&eventType=VEHICLE_STATE'],
	['markup', '<event>'],
	['a quotation mark', '"challenge"'],
	['an array', '[1]'],
	['letters beyond ASCII', 'chällenge'],
	['an empty text', ''],
	['257 characters', 'a'.repeat(257)],
	['a number', 42],
	['an object', { toString: 'x' }],
	['null', null],
	['undefined', undefined],
])('does not sign %s', async (_case, challenge) => {
	expect(await replyTo(verification(challenge))).toMatchObject({
		status: 400,
		body: { error: 'challenge_invalid' },
	});
});

test.each([{ eventType: 'VERIFY' }, { eventName: 'verify' }])(
	'rejects a verification without a challenge: %j',
	async (body) => {
		expect(await replyTo(body)).toMatchObject({ status: 400 });
	},
);

test('the case of the event type does not matter', async () => {
	const body = { eventType: 'verify', data: { challenge: 'abc' } };

	expect(await replyTo(body)).toMatchObject({ status: 200 });
});

test('signs a challenge of all allowed kinds of characters', async () => {
	const challenge = 'AZaz09._~+/=-';

	expect(await replyTo(verification(challenge))).toMatchObject({
		status: 200,
		body: { challenge: sign(challenge, TOKEN) },
	});
});

test('signs a challenge of 256 characters', async () => {
	expect(await replyTo(verification('a'.repeat(256)))).toMatchObject({ status: 200 });
});

test('rejects a verification with 503 while there is no token', async () => {
	expect(await replyTo(verification('abc'), '')).toMatchObject({ status: 503 });
});
