import { fixture } from '../../fixtures/events';
import { startHost, type HostOptions } from './host';

const VERIFY = { eventId: 'e1', eventType: 'VERIFY', data: { challenge: 'nQ4rT7yW2kLm8pXz' } };
const HINT = "The 'Application Management Token' in this credential looks like the client ID";

/** What the log and the sender are told about a delivery that was signed with the right token. */
async function deliver(
	event: object,
	applicationManagementToken: string,
	options: HostOptions = {},
) {
	const host = await startHost({
		...options,
		secrets: { smartcarWebhookApi: { applicationManagementToken } },
	});
	try {
		const { status, body } = await host.deliver(event);
		return { status, body, said: host.said };
	} finally {
		await host.close();
	}
}

test('another value in place of the token is named when signatures do not match, in the log alone', async () => {
	const { status, body, said } = await deliver(fixture(4), 'client_01abc');

	expect(status).toBe(401);
	expect(said).toEqual([expect.stringMatching(/signature_mismatch.*looks like the client ID/)]);
	expect(said.join()).toContain(HINT);
	expect(said.join()).not.toContain('client_01abc');
	expect(body).not.toContain('looks like');
});

test('it is named as well where Smartcar will not accept the answer to its verification', async () => {
	const { status, body, said } = await deliver(VERIFY, 'client_01abc');

	expect(status).toBe(200);
	expect(body).not.toContain('looks like');
	expect(said).toEqual([
		expect.stringContaining(`answered the verification of its callback address. ${HINT}`),
	]);
});

test('a token that gives nothing away leaves the line as it is', async () => {
	const { said } = await deliver(fixture(4), 'another-token');

	expect(said).toEqual([
		expect.stringMatching(/does not match the body and the management token$/),
	]);
});

test('a verification of the test URL is told apart', async () => {
	const { said } = await deliver(VERIFY, 'example-amt', { mode: 'manual' });

	expect(said).toEqual([
		expect.stringContaining('its test URL, which answers only while the editor listens'),
	]);
});
