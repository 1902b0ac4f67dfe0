import type { Locator, Page } from 'playwright-core';
import { ParameterForm } from './parameterForm';

/** A node that is open: its input, its parameters, its output. */
export class NodePanel {
	readonly root: Locator;
	readonly parameters: Locator;
	readonly form: ParameterForm;

	private constructor(page: Page) {
		this.root = page.locator('[data-test-id="ndv"]');
		this.parameters = this.root.locator('[data-test-id="node-parameters"]');
		this.form = new ParameterForm(this.parameters, 'parameters.');
	}

	/** Waits until a node is open; without a limit as long as for anything else. */
	static async opened(page: Page, withinMs?: number): Promise<NodePanel> {
		const panel = new NodePanel(page);
		await panel.parameters.waitFor(withinMs === undefined ? {} : { timeout: withinMs });
		return panel;
	}

	async title(): Promise<string> {
		return (await this.root.locator('[data-test-id="node-title-container"]').innerText()).trim();
	}

	/** What n8n finds wrong with the values of single fields. */
	get issues(): Locator {
		return this.parameters.locator('[data-test-id="parameter-issues"], .parameter-issues');
	}

	/** Notes between the fields. */
	async notices(): Promise<string[]> {
		return await this.parameters.locator('.notice').allInnerTexts();
	}

	/** Presses "Execute step" and waits until the output is there. */
	async execute(): Promise<void> {
		await this.root.locator('[data-test-id="node-execute-button"]').click();
		await this.items.waitFor();
	}

	/** The number of items in the output, as the panel says it. */
	get items(): Locator {
		return this.root.locator('[data-test-id="output-panel"] [data-test-id="ndv-items-count"]');
	}

	/** The output as a table, once it shows that text: names of its columns and the text of its cells. */
	async outputWith(text: string): Promise<string> {
		const output = this.root.locator(
			'[data-test-id="output-panel"] [data-test-id="ndv-data-container"]',
			{ hasText: text },
		);
		await output.waitFor();
		return await output.innerText();
	}

	/** Chooses the credential with that ID; n8n has chosen the one that was made last. */
	async useCredential(id: string): Promise<void> {
		await this.parameters.locator('[data-test-id="node-credentials-select"]').first().click();
		await this.root
			.page()
			.locator(`[data-test-id="node-credentials-select-item-${id}"]:visible`)
			.click();
	}

	async close(): Promise<void> {
		await this.root.locator('[data-test-id="ndv-close-button"]').click();
		await this.root.waitFor({ state: 'detached' });
	}
}
