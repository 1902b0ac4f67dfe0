import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import type { EditorSession } from '../editorSession';
import { CredentialForm } from '../pages/credentialForm';
import type { Scope } from '../scope';
import { takeScreenshot } from '../screenshots';
import { unresolvedTexts } from '../unresolvedTexts';

const { applicationManagementToken, clientId, clientSecret, oAuth2ClientId } = APPLICATION;

const WEBHOOK_CREDENTIAL = {
	type: 'Smartcar Webhook API',
	values: () => ({ applicationManagementToken }),
};

const OTHER_CREDENTIALS = [
	{ type: 'Smartcar Application API', values: () => ({ clientId, clientSecret }) },
	{
		type: 'Smartcar Access Token API',
		values: ({ environment }: EditorSession) => ({
			accessToken: environment.simulator.tokens.issueForApplication(),
		}),
	},
];

export function credentialTests(session: () => EditorSession, scope: Scope): void {
	const fillInNewCredential = async (type: string, values: object) => {
		const { page, environment } = session();
		const credential = await CredentialForm.create(page, environment.n8n.baseUrl, type);
		for (const [name, value] of Object.entries(values))
			await credential.form.type(name, String(value));
		await credential.enterHosts(environment.simulator.hosts);
		return credential;
	};

	describe('a new credential is saved and tested', () => {
		test.each(scope === 'all' ? [WEBHOOK_CREDENTIAL, ...OTHER_CREDENTIALS] : [WEBHOOK_CREDENTIAL])(
			'$type',
			async ({ type, values }) => {
				const credential = await fillInNewCredential(type, values(session()));
				expect(await unresolvedTexts(credential.root)).toEqual([]);
				await credential.save();
				expect(await credential.testResult()).toBe('Connection tested successfully');
				if (type === WEBHOOK_CREDENTIAL.type) await takeCredentialScreenshot(session(), credential);
				await credential.close();
			},
		);
	});

	if (scope === 'short') return;

	test('the test of a credential with a wrong value explains what is wrong', async () => {
		const credential = await fillInNewCredential(WEBHOOK_CREDENTIAL.type, {
			applicationManagementToken: clientSecret,
		});
		await credential.save();
		expect(await credential.testResult()).toContain(
			'does not accept the Application Management Token',
		);
		await credential.close();
	});

	test('OAuth2: after the owner grants access in the popup, the credential is connected', async () => {
		const { page, environment } = session();
		const credential = await fillInNewCredential('Smartcar OAuth2 API', {
			clientId: oAuth2ClientId,
			clientSecret,
		});
		await credential.form.select('requestedScopes', ['read_tires', 'read_vin']);
		expect(await unresolvedTexts(credential.root)).toEqual([]);
		await credential.save();
		await credential.connect();
		await credential.connected.waitFor();
		await credential.close();

		const { requests, url } = environment.simulator;
		const authorization = requests.find(({ path }) => path.includes('/oauth/authorize?'));
		expect(new URL(authorization?.path ?? '', url).searchParams.get('scope')).toBe(
			'read_tires read_vin',
		);
		const reopened = await CredentialForm.open(
			page,
			environment.n8n.baseUrl,
			'Smartcar OAuth2 API',
		);
		expect(await reopened.form.selected('requestedScopes')).toEqual(['read_tires', 'read_vin']);
		await reopened.close();
	});
}

/**
 * Takes a screenshot of the dialog down to the Custom Hosts field, so that the simulator's hosts
 * are not in it.
 */
async function takeCredentialScreenshot(
	{ page }: EditorSession,
	credential: CredentialForm,
): Promise<void> {
	const LABEL_HEIGHT = 40;
	const { root, form } = credential;
	await credential.waitUntilSaved();
	const dialog = await root.boundingBox();
	const hosts = await form.field('customHosts').boundingBox();
	if (dialog === null || hosts === null) throw new Error('The credential form is not visible');
	const height = hosts.y - LABEL_HEIGHT - dialog.y;
	await takeScreenshot(page, 'credential-webhook', { ...dialog, height });
}
