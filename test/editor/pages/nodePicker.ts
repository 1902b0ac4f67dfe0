import type { Locator, Page } from 'playwright-core';
import { NodePanel } from './nodePanel';

/** Nothing that can be added is called so. */
const NONSENSE = 'qqqzzzqqq';

/** The panel in which people look for the next node. */
export class Picker {
	constructor(private readonly page: Page) {}

	get panel(): Locator {
		return this.page.locator('[data-test-id="node-creator"]');
	}

	async open(): Promise<void> {
		const first = this.page.locator('[data-test-id="canvas-plus-button"]');
		const next = this.page.locator('[data-test-id="node-creator-plus-button"]');
		await first.or(next).first().click();
		await this.searchBar.waitFor();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.searchBar.waitFor({ state: 'hidden' });
	}

	/** Types a search word, and waits until Smartcar is found; n8n shows action and trigger node as one entry. */
	async find(word: string): Promise<void> {
		// What was found for an earlier word must be gone, or it would be taken for an answer to this one.
		await this.searchBar.fill(NONSENSE);
		await this.smartcar.waitFor({ state: 'detached' });
		await this.searchBar.fill(word);
		await this.smartcar.waitFor();
	}

	/** Opens Smartcar's entry, which lists triggers and actions. */
	async openSmartcar(): Promise<void> {
		await this.find('smartcar');
		await this.smartcar.click();
		await this.category('Triggers').waitFor();
		// Actions are folded while the workflow has no trigger.
		const folded = this.category('Actions').filter({
			has: this.page.locator('[data-icon="chevron-up"]'),
		});
		if (await folded.isVisible()) await folded.click();
	}

	/** Everything that Smartcar's entry lists, triggers first. */
	async listed(): Promise<string[]> {
		return await this.panel.locator('[data-test-id="node-creator-item-name"]').allInnerTexts();
	}

	/** Adds a node by what it does, such as "Get tire pressure of a vehicle"; n8n opens it at once. */
	async add(action: string): Promise<NodePanel> {
		await this.panel
			.locator('[data-test-id="node-creator-item-name"]')
			.getByText(action, { exact: true })
			.click();
		return await NodePanel.opened(this.page);
	}

	private get searchBar(): Locator {
		return this.panel.locator('[data-test-id="node-creator-search-bar"]');
	}

	private get smartcar(): Locator {
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
