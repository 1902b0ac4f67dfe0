import type { Locator, Page } from 'playwright-core';
import { ParameterForm } from './parameterForm';

/** The dialog that creates or changes a credential. */
export class CredentialForm {
	readonly root: Locator;
	readonly form: ParameterForm;

	private constructor(private readonly page: Page) {
		this.root = page.locator('[data-test-id="editCredential-modal"]');
		this.form = new ParameterForm(this.root, '');
	}

	/** Opens the form for a new credential. @param type display name of the credential type */
	static async create(page: Page, baseUrl: string, type: string): Promise<CredentialForm> {
		await page.goto(`${baseUrl}/home/credentials/create`);
		await page.locator('[data-test-id="new-credential-type-select"] input').fill(type);
		await page
			.locator('[data-test-id="new-credential-type-select-option"]:visible', { hasText: type })
			.click();
		await page.locator('[data-test-id="new-credential-type-button"]').click();
		const credential = new CredentialForm(page);
		await credential.saveButton.waitFor();
		return credential;
	}

	/** Opens an existing credential. */
	static async open(page: Page, baseUrl: string, name: string): Promise<CredentialForm> {
		await page.goto(`${baseUrl}/home/credentials`);
		await page.locator('[data-test-id="resources-list-item"]', { hasText: name }).first().click();
		const credential = new CredentialForm(page);
		await credential.root.locator('[data-parameter-path]').first().waitFor();
		return credential;
	}

	/** Turns on Custom Hosts and fills in those hosts that the form has fields for. */
	async enterHosts(hosts: object): Promise<void> {
		await this.form.toggle('customHosts');
		const fields = Object.keys(hosts).map((name) => `[data-parameter-path="${name}"]`);
		await this.root.locator(fields.join(', ')).first().waitFor();
		const paths = await this.form.paths();
		for (const [name, address] of Object.entries(hosts)) {
			if (paths.includes(name)) await this.form.type(name, String(address));
		}
	}

	/** Saves the credential. n8n then tests it. */
	async save(): Promise<void> {
		await this.saveButton.locator('button').or(this.saveButton).first().click();
	}

	/** Waits until the button no longer shows that n8n is saving. */
	async waitUntilSaved(): Promise<void> {
		await this.saveButton.filter({ hasText: 'Save' }).waitFor();
	}

	/** Waits for the result of the credential test and returns its text. */
	async testResult(): Promise<string> {
		const passed = this.root.locator('[data-test-id="credentials-config-container-test-success"]');
		const failed = this.root.getByText('Couldn’t connect with these settings');
		// Both elements exist, but only one is visible.
		await passed.or(failed).filter({ visible: true }).first().waitFor();
		if (await passed.isVisible()) return (await passed.innerText()).split('\n')[0]?.trim() ?? '';
		await this.root.getByText('More details').click();
		return await this.root.innerText();
	}

	/** Clicks Connect, and waits until the OAuth2 window has closed. */
	async connect(): Promise<void> {
		const popupOpened = this.page.context().waitForEvent('page');
		await this.root.locator('[data-test-id="quick-connect-button"]').click();
		const popup = await popupOpened;
		if (!popup.isClosed()) await popup.waitForEvent('close');
	}

	get connected(): Locator {
		return this.root.locator('[data-test-id="oauth-connect-success-banner"]');
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.root.waitFor({ state: 'detached' });
	}

	private get saveButton(): Locator {
		return this.root.locator('[data-test-id="credential-save-button"]');
	}
}
