import type { Locator } from 'playwright-core';
import type { NodePanel } from './nodePanel';

/** The parts of a node panel that only triggers have. */
export class TriggerPanel {
	constructor(private readonly panel: NodePanel) {}

	/** The webhook URLs with their heading. */
	get urls(): Locator {
		return this.panel.parameters.locator('.webhooks');
	}

	/** Expands the webhook URLs. */
	async showUrls(): Promise<void> {
		await this.panel.parameters.getByText('Webhook URLs', { exact: true }).click();
		await this.urlField.waitFor();
	}

	/** The test or the production URL. */
	async url(kind: 'test' | 'production'): Promise<string> {
		const button = this.panel.parameters.locator(`[data-test-id="radio-button-${kind}"]`);
		await button.click();
		await this.panel.parameters
			.locator(`[data-test-id="radio-button-${kind}"][aria-checked="true"]`)
			.waitFor();
		return (await this.urlField.innerText()).trim();
	}

	/** Expands the help text about when the trigger starts the workflow, and returns it. */
	async help(): Promise<string> {
		const help = this.panel.root
			.locator('[class*="accordion"]', { hasText: 'When will this node trigger my flow?' })
			.first();
		await help.getByText('When will this node trigger my flow?').click();
		await help.locator('b').first().waitFor();
		return await help.innerText();
	}

	/** Clicks "Execute step", and waits until n8n listens for a test event. */
	async listen(): Promise<void> {
		await this.panel.root.locator('[data-test-id="trigger-execute-button"]').click();
		await this.panel.root.getByText('Listening for test event').waitFor();
	}

	private get urlField(): Locator {
		return this.panel.parameters.locator('.webhook-url');
	}
}
