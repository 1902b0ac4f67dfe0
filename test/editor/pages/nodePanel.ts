import type { Locator, Page } from 'playwright-core';
import { ParameterForm } from './parameterForm';

/** The panel of an open node, with its input, parameters and output. */
export class NodePanel {
	readonly root: Locator;
	readonly parameters: Locator;
	readonly form: ParameterForm;

	private constructor(page: Page) {
		this.root = page.locator('[data-test-id="ndv"]');
		this.parameters = this.root.locator('[data-test-id="node-parameters"]');
		this.form = new ParameterForm(this.parameters, 'parameters.');
	}

	/** Waits until a node is open. @param timeoutMs by default the timeout of the browser context */
	static async waitUntilOpen(page: Page, timeoutMs?: number): Promise<NodePanel> {
		const panel = new NodePanel(page);
		await panel.parameters.waitFor(timeoutMs === undefined ? {} : { timeout: timeoutMs });
		return panel;
	}

	async title(): Promise<string> {
		return (await this.root.locator('[data-test-id="node-title-container"]').innerText()).trim();
	}

	/** The validation errors of the fields. */
	get issues(): Locator {
		return this.parameters.locator('[data-test-id="parameter-issues"], .parameter-issues');
	}

	/** The texts of the notices. */
	async notices(): Promise<string[]> {
		return await this.parameters.locator('.notice').allInnerTexts();
	}

	/** Clicks "Execute step". */
	async startExecution(): Promise<void> {
		await this.root.locator('[data-test-id="node-execute-button"]').click();
	}

	/** Clicks "Execute step", and waits for the output. */
	async execute(): Promise<void> {
		await this.startExecution();
		await this.itemCount.waitFor();
	}

	/** The number of items in the output, for example `1 item`. */
	get itemCount(): Locator {
		return this.root.locator('[data-test-id="output-panel"] [data-test-id="ndv-items-count"]');
	}

	/** The buttons Schema, Table and JSON of the output. */
	get outputFormats(): Locator {
		return this.root.locator(
			'[data-test-id="output-panel"] [data-test-id="ndv-run-data-display-mode"]',
		);
	}

	/** Waits until the output contains the text, and returns the whole text of the output. */
	async outputWith(text: string): Promise<string> {
		const output = this.root.locator(
			'[data-test-id="output-panel"] [data-test-id="ndv-data-container"]',
			{ hasText: text },
		);
		await output.waitFor();
		return await output.innerText();
	}

	/** Waits until the output shows an error that contains the text, and returns the whole error. */
	async errorWith(text: string): Promise<string> {
		const error = this.root.locator('[data-test-id="output-panel"] .node-error-view', {
			hasText: text,
		});
		await error.waitFor();
		return await error.innerText();
	}

	/** The hints above the output, in order. Waits for the first one. */
	async hints(): Promise<string[]> {
		const hints = this.root.locator(
			'[data-test-id="output-panel"] [data-test-id="run-data-hints"] [role="alert"]',
		);
		await hints.first().waitFor();
		return (await hints.allInnerTexts()).map((text) => text.trim());
	}

	/** Selects the credential with that ID. By default n8n selects the newest one. */
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
