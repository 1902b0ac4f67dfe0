import { Answer } from '../../../../../nodes/SmartcarTrigger/delivery/reply';
import { sign } from '../../../../../nodes/SmartcarTrigger/delivery/sign';
import { verify } from '../../../../../nodes/SmartcarTrigger/delivery/answerChallenge';
import { fixture } from '../../../../fixtures/events';

const delivery = (body: object) => ({
	bytes: Buffer.from(JSON.stringify(body)),
	body: { ...body },
	signature: undefined,
});
const challenge = (text: unknown) => delivery({ eventType: 'VERIFY', data: { challenge: text } });

test.each([
	['amt', 'challenge', '9baf5a7464bd86740ad5a06e439dcf535a075022ed2c92d74efacf646d79328e'],
	['amt', '{"pizza":"pasta"}', '4c05a8da471f05156ad717baa4017acd13a3a809850b9ca7d3301dcaaa854f70'],
	[
		'example-amt',
		'nQ4rT7yW2kLm8pXz',
		'6152e1a32b7ca344ccda41432a60d8c79be804ba6ee65581b2fae4be51c673ef',
	],
	[
		'example-amt',
		'{"name":"Škoda"}',
		'931d81526b8828b8eac2a592a4a6bfb62e6315b8479fbfe07aef30703eedad16',
	],
])("signs as the service's own SDKs do: %s, %s", (token, message, signature) => {
	expect(sign(message, token)).toBe(signature);
	expect(sign(Buffer.from(message, 'utf8'), token)).toBe(signature);
});

test.each([
	[1, 'nQ4rT7yW2kLm8pXz'],
	[2, '7d2f1a90-0000-4000-8000-0000000000aa'],
	[3, '7d2f1a90-0000-4000-8000-0000000000bb'],
])('answers the verification E%i', (number, text) => {
	expect(verify(delivery(fixture(number)), 'example-amt')).toEqual(
		new Answer(200, { challenge: sign(text, 'example-amt') }),
	);
});

test.each([4, 12, 16])('leaves the event E%i to the next stage', (number) => {
	expect(verify(delivery(fixture(number)), 'example-amt')).toBeUndefined();
});

test.each([
	['a forged event', '{"eventId":"1","eventType":"VEHICLE_STATE"}'],
	['a space', 'two words'],
	['a line break', 'challenge\n'],
	['a form body', 'eventId=1&eventType=VEHICLE_STATE'],
	['markup', '<event>'],
	['a quotation mark', '"challenge"'],
	['an array', '[1]'],
	['letters beyond ASCII', 'chällenge'],
	['nothing', ''],
	['257 characters', 'a'.repeat(257)],
	['a number', 42],
	['an object', { toString: 'x' }],
	['null', null],
	['undefined', undefined],
])('does not sign %s', (_name, text) => {
	expect(verify(challenge(text), 'example-amt')).toMatchObject({
		status: 400,
		body: { error: 'challenge_invalid' },
	});
});

test('refuses a verification without data', () => {
	expect(verify(delivery({ eventType: 'VERIFY' }), 'amt')).toMatchObject({ status: 400 });
	expect(verify(delivery({ eventName: 'verify' }), 'amt')).toMatchObject({ status: 400 });
});

test('signs 256 characters', () => {
	expect(verify(challenge('a'.repeat(256)), 'amt')).toMatchObject({ status: 200 });
});
