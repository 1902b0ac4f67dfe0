import { eventFixture } from '../../fixtures/eventFixtures';
import { startTriggerServer, TOKEN, type TriggerServerOptions } from './triggerServer';

const VERIFY = { eventId: 'e1', eventType: 'VERIFY', data: { challenge: 'nQ4rT7yW2kLm8pXz' } };
const CLIENT_ID = 'client_01abc';
const CLIENT_ID_HINT =
	"The 'Application Management Token' in this credential looks like the client ID";

/**
 * Delivers an event, signed with TOKEN, to a trigger whose credential has
 * `applicationManagementToken`. Returns the reply and n8n's log.
 */
async function deliver(
	event: object,
	applicationManagementToken: string,
	options: TriggerServerOptions = {},
) {
	const server = await startTriggerServer({
		...options,
		secrets: { smartcarWebhookApi: { applicationManagementToken } },
	});
	try {
		const { status, body } = await server.deliver(event);
		return { status, body, log: server.log };
	} finally {
		await server.close();
	}
}

test('a signature mismatch names the likely mistake in the log, but not in the reply', async () => {
	const { status, body, log } = await deliver(eventFixture('state-as-delivered'), CLIENT_ID);

	expect(status).toBe(401);
	expect(log).toEqual([
		expect.stringMatching(/rejected a delivery with 401 \(signature_mismatch\)/),
	]);
	expect(log.join()).toContain(CLIENT_ID_HINT);
	expect(log.join()).not.toContain(CLIENT_ID);
	expect(body).not.toContain('looks like');
});

test('a verification that Smartcar will reject names the likely mistake in the log', async () => {
	const { status, body, log } = await deliver(VERIFY, CLIENT_ID);

	expect(status).toBe(200);
	expect(body).not.toContain('looks like');
	expect(log).toEqual([
		expect.stringContaining(`answered the verification of its callback URI. ${CLIENT_ID_HINT}`),
	]);
});

test('a signature mismatch with a plausible token has no hint', async () => {
	const { log } = await deliver(eventFixture('state-as-delivered'), 'another-token');

	expect(log).toEqual([expect.stringMatching(/does not match the body and the management token$/)]);
});

test('the log distinguishes the verification of the test URL', async () => {
	const { log } = await deliver(VERIFY, TOKEN, { mode: 'manual' });

	expect(log).toEqual([
		expect.stringContaining('its test URL, which answers only while the editor listens'),
	]);
});
