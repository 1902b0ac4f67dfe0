import { sign } from '../../../../../nodes/SmartcarTrigger/delivery/sign';
import { verifySignature } from '../../../../../nodes/SmartcarTrigger/delivery/verifySignature';
import { parameters } from '../events';
import { replyOf } from '../replies';
import { credentialContext } from './credentialContext';

const TOKEN = 'example-amt';
const bytes = Buffer.from('{ "eventId": "1",\n"make": "Škoda" }');
const genuine = sign(bytes, TOKEN);

/** The reply to a delivery with this signature, or undefined if it passes. */
async function replyTo(
	signature: string | undefined,
	credential: object = { applicationManagementToken: TOKEN },
	options: { verifySignature?: boolean } = {},
) {
	const context = credentialContext(() => credential);
	const delivery = { bytes, body: {}, signature };
	return await replyOf(
		async () => await verifySignature.call(context, delivery, parameters({ options })),
	);
}

test('accepts the signature of the raw bytes', async () => {
	expect(await replyTo(genuine)).toBeUndefined();
});

test.each([
	['no signature', undefined, 'signature_missing'],
	['an empty signature', '', 'signature_missing'],
	['upper case', genuine.toUpperCase(), 'signature_malformed'],
	['a prefix', `sha256=${genuine}`, 'signature_malformed'],
	['a missing digit', genuine.slice(1), 'signature_malformed'],
	['two signatures', `${genuine}, ${genuine}`, 'signature_malformed'],
	['a line break', `${genuine}\n`, 'signature_malformed'],
	['the signature with another token', sign(bytes, 'other'), 'signature_mismatch'],
	[
		'the signature of the serialized body',
		sign(JSON.stringify(JSON.parse(bytes.toString())), TOKEN),
		'signature_mismatch',
	],
	['zeros', '0'.repeat(64), 'signature_mismatch'],
])('rejects %s', async (_case, signature, error) => {
	expect(await replyTo(signature)).toMatchObject({ status: 401, body: { error } });
});

test('accepts the former token too', async () => {
	const replaced = (formerManagementToken: string) => ({
		applicationManagementToken: 'new-token',
		formerManagementToken,
	});

	expect(await replyTo(genuine, replaced(TOKEN))).toBeUndefined();
	expect(await replyTo(genuine, replaced('another'))).toMatchObject({ status: 401 });
});

test('accepts a new token at once', async () => {
	let applicationManagementToken = 'old-token';
	const context = credentialContext(() => ({ applicationManagementToken }));
	const verify = async () =>
		await verifySignature.call(context, { bytes, body: {}, signature: genuine }, parameters());
	expect(await replyOf(verify)).toMatchObject({ status: 401 });

	applicationManagementToken = TOKEN;

	expect(await replyOf(verify)).toBeUndefined();
});

test('accepts everything if Verify Signature is off, but only with a usable credential', async () => {
	const off = { verifySignature: false };

	expect(await replyTo(undefined, { applicationManagementToken: TOKEN }, off)).toBeUndefined();
	expect(await replyTo(undefined, {}, off)).toMatchObject({ status: 503 });
});

test('a reply contains neither the token nor the expected signature', async () => {
	const reply = JSON.stringify(await replyTo('0'.repeat(64)));

	expect(reply).not.toContain(TOKEN);
	expect(reply).not.toContain(genuine);
});
