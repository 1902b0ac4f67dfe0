import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../../../tools/n8n/home';
import { NodePanel } from './nodePanel';
import { Picker } from './nodePicker';

/** n8n's editor: the canvas with a workflow, and the way to everything else. */
export class Editor {
	readonly picker: Picker;

	constructor(
		readonly page: Page,
		private readonly baseUrl: string,
	) {
		this.picker = new Picker(page);
	}

	/** Signs in as the owner, through the form. */
	async signIn(): Promise<void> {
		await this.page.goto(`${this.baseUrl}/signin`);
		await this.page.locator('[data-test-id="emailOrLdapLoginId"] input').fill(OWNER.email);
		await this.page.locator('[data-test-id="password"] input').fill(OWNER.password);
		await this.page.locator('[data-test-id="form-submit-button"]').click();
		await this.page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	}

	/** An empty workflow, which n8n stores as soon as it is changed. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.page.locator('[data-test-id="canvas-plus-button"]').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
	}

	/** The ID of the workflow that is open. */
	get workflowId(): string {
		return new URL(this.page.url()).pathname.split('/')[2] ?? '';
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<NodePanel> {
		// The canvas moves for a moment after it was opened, so the node is never "stable" for the click's own taste.
		await this.node(name).dblclick({ force: true });
		return await NodePanel.opened(this.page);
	}

	/** The line below the name of a node. */
	async subtitle(name: string): Promise<string> {
		const lines = (await this.node(name).innerText())
			.split('\n')
			.map((line) => line.trim())
			.filter(Boolean);
		return lines.at(-1) ?? '';
	}

	/** Closes what n8n shows over the workflow: its messages, and the list of what to do before production. */
	async dismissMessages(): Promise<void> {
		const checklist = this.page.locator('[data-test-id="suggested-actions-close"]');
		const messages = this.page.locator('.el-notification__closeBtn');
		for (const buttons of [checklist, messages]) {
			while (await buttons.first().isVisible()) {
				await buttons.first().click();
				await buttons.first().waitFor({ state: 'hidden' });
			}
		}
	}

	/** Closes the node that is open, if one is: after a test that did not come to its end. */
	async closeNode(): Promise<void> {
		const button = this.page.locator('[data-test-id="ndv-close-button"]');
		if (!(await button.isVisible())) return;
		await button.click();
		await button.waitFor({ state: 'detached' });
	}
}
