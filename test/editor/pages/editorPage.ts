import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../../../tools/n8n/userFolder';
import { APPLICATION_CREDENTIAL } from '../../../tools/testEnvironment/credentials';
import { NodePanel } from './nodePanel';
import { NodePicker } from './nodePicker';

/** n8n's editor with its canvas. */
export class EditorPage {
	readonly nodePicker: NodePicker;

	constructor(
		readonly page: Page,
		private readonly baseUrl: string,
	) {
		this.nodePicker = new NodePicker(page);
	}

	/** Signs in as the owner with the form. The first page takes longer than others. */
	async signIn(): Promise<void> {
		const timeout = 60_000;
		await this.page.goto(`${this.baseUrl}/signin`, { timeout });
		const email = this.page.locator('[data-test-id="emailOrLdapLoginId"] input');
		await email.fill(OWNER.email, { timeout });
		await this.page.locator('[data-test-id="password"] input').fill(OWNER.password);
		await this.page.locator('[data-test-id="form-submit-button"]').click();
		await this.page.waitForURL((url) => !url.pathname.startsWith('/signin'), { timeout });
	}

	/** Opens an empty workflow. n8n stores it with the first change. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.page.locator('[data-test-id="canvas-plus-button"]').waitFor();
	}

	/**
	 * Adds a node for the action to a new workflow, opens it, and selects the application credential.
	 */
	async addToNewWorkflow(action: string): Promise<NodePanel> {
		await this.newWorkflow();
		await this.nodePicker.open();
		await this.nodePicker.openSmartcar();
		const panel = await this.nodePicker.add(action);
		await panel.useCredential(APPLICATION_CREDENTIAL.id);
		return panel;
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
	}

	/** Imports a workflow into an empty one, as *Import from File* does. */
	async importFile(path: string): Promise<void> {
		await this.page.locator('[data-test-id="workflow-import-input"]').setInputFiles(path);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
	}

	/** Clicks "Execute workflow", and waits until the workflow has succeeded. */
	async executeWorkflow(): Promise<void> {
		await this.page.locator('[data-test-id="execute-workflow-button"]').click();
		await this.page.getByText('Workflow executed successfully').waitFor();
	}

	/** The ID of the workflow that is open. */
	get workflowId(): string {
		return new URL(this.page.url()).pathname.split('/')[2] ?? '';
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The marks on nodes with missing or wrong values. */
	get nodeIssues(): Locator {
		return this.page.locator('[data-test-id="node-issues"]');
	}

	async openNode(name: string): Promise<NodePanel> {
		// `force`, because the canvas still moves after it was opened, and Playwright would wait for a
		// stable node.
		await this.node(name).dblclick({ force: true });
		return await NodePanel.waitUntilOpen(this.page);
	}

	/** The line below the name of a node. */
	async subtitle(name: string): Promise<string> {
		const lines = (await this.node(name).innerText())
			.split('\n')
			.map((line) => line.trim())
			.filter(Boolean);
		return lines.at(-1) ?? '';
	}

	/** Closes n8n's messages and its checklist for production, which cover the workflow. */
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

	/** Closes the open node, if there is one, for example after a failed test. */
	async closeNode(): Promise<void> {
		const button = this.page.locator('[data-test-id="ndv-close-button"]');
		if (!(await button.isVisible())) return;
		await button.click();
		await button.waitFor({ state: 'detached' });
	}
}
