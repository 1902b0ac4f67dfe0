import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import type { Extent } from '../scope';
import { CredentialForm } from '../pages/credentialForm';
import { takePicture } from '../screenshots';
import type { EditorSession } from '../editorSession';
import { unresolvedTexts } from '../unresolvedTexts';

const { applicationManagementToken, clientId, clientSecret } = APPLICATION;

const WEBHOOK = { type: 'Smartcar Webhook API', values: () => ({ applicationManagementToken }) };

const OTHERS = [
	{ type: 'Smartcar Application API', values: () => ({ clientId, clientSecret }) },
	{
		type: 'Smartcar Access Token API',
		values: ({ environment }: EditorSession) => ({
			accessToken: environment.simulator.tokens.issue(),
		}),
	},
];

export function credentials(session: () => EditorSession, extent: Extent): void {
	const create = async (type: string, values: object) => {
		const { page, environment } = session();
		const credential = await CredentialForm.create(page, environment.n8n.baseUrl, type);
		for (const [name, value] of Object.entries(values))
			await credential.form.type(name, String(value));
		await credential.enterHosts(environment.simulator.hosts);
		return credential;
	};

	describe('a credential that is made in the editor and tested', () => {
		test.each(extent === 'all' ? [WEBHOOK, ...OTHERS] : [WEBHOOK])(
			'$type',
			async ({ type, values }) => {
				const credential = await create(type, values(session()));
				expect(await unresolvedTexts(credential.root)).toEqual([]);
				await credential.save();
				expect(await credential.verdict()).toBe('Connection tested successfully');
				if (type === WEBHOOK.type) await pictureOf(session(), credential);
				await credential.close();
			},
		);
	});

	if (extent === 'short') return;

	test('a value from elsewhere: the test says what was expected', async () => {
		const credential = await create(WEBHOOK.type, { applicationManagementToken: clientSecret });
		await credential.save();
		expect(await credential.verdict()).toContain(
			'does not accept the Application Management Token',
		);
		await credential.close();
	});

	test('OAuth2: the owner is asked in a window, and the account is connected', async () => {
		const { page, environment } = session();
		const credential = await create('Smartcar OAuth2 API', { clientId, clientSecret });
		await credential.form.tick('requestedScopes', ['read_tires', 'read_vin']);
		expect(await unresolvedTexts(credential.root)).toEqual([]);
		await credential.save();
		await credential.connect();
		await credential.connected.waitFor();
		await credential.close();

		const asked = environment.simulator.requests.find(({ path }) =>
			path.includes('/oauth/authorize?'),
		);
		expect(new URL(asked?.path ?? '', environment.simulator.url).searchParams.get('scope')).toBe(
			'read_tires read_vin',
		);
		const again = await CredentialForm.open(page, environment.n8n.baseUrl, 'Smartcar OAuth2 API');
		expect(await again.form.ticked('requestedScopes')).toEqual(['read_tires', 'read_vin']);
		await again.close();
	});
}

/** The head of the dialog and the two tokens, without the addresses of the simulated service. */
async function pictureOf({ page }: EditorSession, credential: CredentialForm): Promise<void> {
	const { root, form } = credential;
	await credential.settled();
	const box = await root.boundingBox();
	const hosts = await form.field('customHosts').boundingBox();
	if (box === null || hosts === null) throw new Error('The form of the credential is not in sight');
	const LABEL_HEIGHT = 40;
	await takePicture(page, 'credential-webhook', { ...box, height: hosts.y - LABEL_HEIGHT - box.y });
}
