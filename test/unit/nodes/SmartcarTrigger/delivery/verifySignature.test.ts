import { authenticate } from '../../../../../nodes/SmartcarTrigger/delivery/verifySignature';
import { sign } from '../../../../../nodes/SmartcarTrigger/delivery/sign';

const TOKEN = 'example-amt';
const bytes = Buffer.from('{ "eventId": "1",\n"make": "Škoda" }');
const genuine = sign(bytes, TOKEN);
const delivery = (signature: string | undefined) => ({ bytes, body: {}, signature });

test('lets a delivery pass that is signed over its raw bytes', () => {
	expect(authenticate(delivery(genuine), [TOKEN])).toBeUndefined();
});

test.each([
	['no signature', undefined, 'signature_missing'],
	['an empty signature', '', 'signature_missing'],
	['upper case', genuine.toUpperCase(), 'signature_malformed'],
	['a prefix', `sha256=${genuine}`, 'signature_malformed'],
	['one digit less', genuine.slice(1), 'signature_malformed'],
	['two signatures', `${genuine}, ${genuine}`, 'signature_malformed'],
	['a line break', `${genuine}\n`, 'signature_malformed'],
	['another token', sign(bytes, 'other'), 'signature_mismatch'],
	[
		're-serialised JSON',
		sign(JSON.stringify(JSON.parse(bytes.toString())), TOKEN),
		'signature_mismatch',
	],
	['zeros', '0'.repeat(64), 'signature_mismatch'],
])('refuses %s', (_name, signature, error) => {
	expect(authenticate(delivery(signature), [TOKEN])).toMatchObject({
		status: 401,
		body: { error },
	});
});

test('takes the former token as well while it is being replaced', () => {
	expect(authenticate(delivery(genuine), ['new-token', TOKEN])).toBeUndefined();
	expect(authenticate(delivery(genuine), ['new-token', 'another'])).toMatchObject({ status: 401 });
});

test('names neither the token nor the expected signature', () => {
	const refusal = JSON.stringify(authenticate(delivery('0'.repeat(64)), [TOKEN]));

	expect(refusal).not.toContain(TOKEN);
	expect(refusal).not.toContain(genuine);
});
