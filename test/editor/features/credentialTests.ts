import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import type { Extent } from '../scope';
import { CredentialForm } from '../pages/credentialForm';
import { takePicture } from '../screenshots';
import type { Stage } from '../editorSession';
import { unresolvedTexts } from '../unresolvedTexts';

const { applicationManagementToken, clientId, clientSecret } = APPLICATION;

const WEBHOOK = { type: 'Smartcar Webhook API', values: () => ({ applicationManagementToken }) };

const OTHERS = [
	{ type: 'Smartcar Application API', values: () => ({ clientId, clientSecret }) },
	{
		type: 'Smartcar Access Token API',
		values: ({ scene }: Stage) => ({ accessToken: scene.simulator.tokens.issue() }),
	},
];

export function credentials(stage: () => Stage, extent: Extent): void {
	const create = async (type: string, values: object) => {
		const { page, scene } = stage();
		const credential = await CredentialForm.create(page, scene.n8n.baseUrl, type);
		for (const [name, value] of Object.entries(values))
			await credential.form.type(name, String(value));
		await credential.enterHosts(scene.simulator.hosts);
		return credential;
	};

	describe('a credential that is made in the editor and tested', () => {
		test.each(extent === 'all' ? [WEBHOOK, ...OTHERS] : [WEBHOOK])(
			'$type',
			async ({ type, values }) => {
				const credential = await create(type, values(stage()));
				expect(await unresolvedTexts(credential.root)).toEqual([]);
				await credential.save();
				expect(await credential.verdict()).toBe('Connection tested successfully');
				if (type === WEBHOOK.type) await pictureOf(stage(), credential);
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
		const { page, scene } = stage();
		const credential = await create('Smartcar OAuth2 API', { clientId, clientSecret });
		await credential.form.tick('requestedScopes', ['read_tires', 'read_vin']);
		expect(await unresolvedTexts(credential.root)).toEqual([]);
		await credential.save();
		await credential.connect();
		await credential.connected.waitFor();
		await credential.close();

		const asked = scene.simulator.requests.find(({ path }) => path.includes('/oauth/authorize?'));
		expect(new URL(asked?.path ?? '', scene.simulator.url).searchParams.get('scope')).toBe(
			'read_tires read_vin',
		);
		const again = await CredentialForm.open(page, scene.n8n.baseUrl, 'Smartcar OAuth2 API');
		expect(await again.form.ticked('requestedScopes')).toEqual(['read_tires', 'read_vin']);
		await again.close();
	});
}

/** The head of the dialog and the two tokens, without the addresses of the simulated service. */
async function pictureOf({ page }: Stage, credential: CredentialForm): Promise<void> {
	const { root, form } = credential;
	await credential.settled();
	const box = await root.boundingBox();
	const hosts = await form.field('customHosts').boundingBox();
	if (box === null || hosts === null) throw new Error('The form of the credential is not in sight');
	const LABEL_HEIGHT = 40;
	await takePicture(page, 'credential-webhook', { ...box, height: hosts.y - LABEL_HEIGHT - box.y });
}
