import type { Locator } from 'playwright-core';
import type { NodePanel } from './nodePanel';

/** What a trigger's panel has beside its parameters: its addresses, its help, and listening. */
export class TriggerPanel {
	constructor(private readonly panel: NodePanel) {}

	/** Unfolds the addresses, which n8n hides at first. */
	async showUrls(): Promise<void> {
		await this.panel.parameters.getByText('Webhook URLs', { exact: true }).click();
		await this.urlField.waitFor();
	}

	/** The address that is shown for one of the two uses. */
	async url(use: 'test' | 'production'): Promise<string> {
		const button = this.panel.parameters.locator(`[data-test-id="radio-button-${use}"]`);
		await button.click();
		await this.panel.parameters
			.locator(`[data-test-id="radio-button-${use}"][aria-checked="true"]`)
			.waitFor();
		return (await this.urlField.innerText()).trim();
	}

	/** Unfolds what the trigger says about when it starts the workflow. */
	async help(): Promise<string> {
		const help = this.panel.root
			.locator('[class*="accordion"]', { hasText: 'When will this node trigger my flow?' })
			.first();
		await help.getByText('When will this node trigger my flow?').click();
		await help.locator('b').first().waitFor();
		return await help.innerText();
	}

	/** Presses "Execute step" and waits until n8n listens for a test event. */
	async listen(): Promise<void> {
		await this.panel.root.locator('[data-test-id="trigger-execute-button"]').click();
		await this.panel.root.getByText('Listening for test event').waitFor();
	}

	private get urlField(): Locator {
		return this.panel.parameters.locator('.webhook-url');
	}
}
