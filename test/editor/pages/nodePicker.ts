import type { Locator, Page } from 'playwright-core';
import { NodePanel } from './nodePanel';

/** A search word without results. */
const UNKNOWN_WORD = 'qqqzzzqqq';

/** The panel for adding nodes. */
export class NodePicker {
	constructor(private readonly page: Page) {}

	get panel(): Locator {
		return this.page.locator('[data-test-id="node-creator"]');
	}

	/** Opens the panel, unless it is open. */
	async open(): Promise<void> {
		if (await this.searchBar.isVisible()) return;
		const firstNodeButton = this.page.locator('[data-test-id="canvas-plus-button"]');
		const nextNodeButton = this.page.locator('[data-test-id="node-creator-plus-button"]');
		await firstNodeButton.or(nextNodeButton).first().click();
		await this.searchBar.waitFor();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.searchBar.waitFor({ state: 'hidden' });
	}

	/**
	 * Searches for a word, and waits until the results have Smartcar. n8n lists both nodes as one
	 * entry. Returns the names of all results, in their order.
	 */
	async search(word: string): Promise<string[]> {
		// Clear the results of the previous word first.
		await this.searchBar.fill(UNKNOWN_WORD);
		await this.smartcarEntry.waitFor({ state: 'detached' });
		await this.searchBar.fill(word);
		await this.smartcarEntry.waitFor();
		return await this.entries();
	}

	/** Opens the entry of Smartcar, which lists its triggers and actions. */
	async openSmartcar(): Promise<void> {
		await this.search('smartcar');
		await this.smartcarEntry.click();
		await this.category('Triggers').waitFor();
		// The actions are collapsed while the workflow has no trigger.
		const collapsedActions = this.category('Actions').filter({
			has: this.page.locator('[data-icon="chevron-up"]'),
		});
		if (await collapsedActions.isVisible()) await collapsedActions.click();
	}

	/** The names of the entries: results of a search, or all triggers and actions. */
	async entries(): Promise<string[]> {
		return await this.panel.locator('[data-test-id="node-creator-item-name"]').allInnerTexts();
	}

	/** Adds a node for the action, which n8n then opens. */
	async add(action: string): Promise<NodePanel> {
		await this.panel
			.locator('[data-test-id="node-creator-item-name"]')
			.getByText(action, { exact: true })
			.click();
		return await NodePanel.waitUntilOpen(this.page);
	}

	private get searchBar(): Locator {
		return this.panel.locator('[data-test-id="node-creator-search-bar"]');
	}

	private get smartcarEntry(): Locator {
		return this.panel.locator('[data-test-id="item-iterator-item"]').filter({
			has: this.page
				.locator('[data-test-id="node-creator-item-name"]')
				.getByText('Smartcar', { exact: true }),
		});
	}

	private category(name: string): Locator {
		return this.panel.locator('[data-test-id="node-creator-category-item"]', { hasText: name });
	}
}
