import type { Locator, Page } from 'playwright-core';
import { ParameterForm } from './parameterForm';

/** The dialog in which a credential is made or changed. */
export class CredentialForm {
	readonly root: Locator;
	readonly form: ParameterForm;

	private constructor(private readonly page: Page) {
		this.root = page.locator('[data-test-id="editCredential-modal"]');
		this.form = new ParameterForm(this.root, '');
	}

	/** Opens the form for a new credential, from the list of credentials: `type` as it is shown there. */
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

	/** Opens an existing credential, from the list of credentials. */
	static async open(page: Page, baseUrl: string, name: string): Promise<CredentialForm> {
		await page.goto(`${baseUrl}/home/credentials`);
		await page.locator('[data-test-id="resources-list-item"]', { hasText: name }).first().click();
		const credential = new CredentialForm(page);
		await credential.root.locator('[data-parameter-path]').first().waitFor();
		return credential;
	}

	/** Turns on Custom Hosts and enters those that the form asks for. */
	async enterHosts(hosts: object): Promise<void> {
		await this.form.toggle('customHosts');
		const asked = await this.form.paths();
		for (const [name, address] of Object.entries(hosts)) {
			if (asked.includes(name)) await this.form.type(name, String(address));
		}
	}

	/** Saves, upon which n8n tests the credential. */
	async save(): Promise<void> {
		await this.saveButton.locator('button').or(this.saveButton).first().click();
	}

	/** Waits until the button is done with saving, for pictures. */
	async settled(): Promise<void> {
		await this.saveButton.filter({ hasText: 'Save' }).waitFor();
	}

	/** What the test says; waits for it. */
	async verdict(): Promise<string> {
		const passed = this.root.locator('[data-test-id="credentials-config-container-test-success"]');
		const failed = this.root.getByText('Couldn’t connect with these settings');
		// Both are always there, one of them hidden.
		await passed.or(failed).filter({ visible: true }).first().waitFor();
		if (await passed.isVisible()) return (await passed.innerText()).split('\n')[0]?.trim() ?? '';
		await this.root.getByText('More details').click();
		return await this.root.innerText();
	}

	/** Presses Connect and waits until the service's window has closed itself. */
	async connect(): Promise<void> {
		const opened = this.page.context().waitForEvent('page');
		await this.root.locator('[data-test-id="quick-connect-button"]').click();
		const popup = await opened;
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
