import type { Locator } from 'playwright-core';

/**
 * The form of a node or a credential. A field is identified by its path: `limit`, or
 * `options.unitSystem` within a collection.
 */
export class ParameterForm {
	/**
	 * @param prefix of the paths in the page: nodes have `parameters.limit`, credentials `clientId`
	 */
	constructor(
		private readonly root: Locator,
		private readonly prefix: '' | 'parameters.',
	) {}

	field(path: string): Locator {
		return this.root.locator(`[data-parameter-path="${this.prefix}${path}"]`);
	}

	fieldWithLabel(path: string): Locator {
		return this.field(path).locator('xpath=ancestor-or-self::*[@data-test-id="parameter-item"][1]');
	}

	/** A collection or fixed collection by its display name, with its label and all of its fields. */
	collection(name: string): Locator {
		const label = this.root.page().locator('[data-test-id="input-label"]', {
			hasText: new RegExp(`^\\s*${escapeRegExp(name)}`),
		});
		return this.root.locator('[data-test-id="parameter-item"]').filter({ has: label }).last();
	}

	/** The paths of all fields, in their order. */
	async paths(): Promise<string[]> {
		const all = await this.root
			.locator('[data-parameter-path]')
			.evaluateAll((fields) =>
				fields.map((field) => field.getAttribute('data-parameter-path') ?? ''),
			);
		return all
			.filter((path) => path.startsWith(this.prefix))
			.map((path) => path.slice(this.prefix.length));
	}

	async type(path: string, text: string): Promise<void> {
		const input = this.field(path).locator('input, textarea').first();
		await input.fill(text);
		// A field with focus shows a hint that covers the next field.
		await input.blur();
	}

	async toggle(path: string): Promise<void> {
		await this.field(path)
			.locator('xpath=descendant-or-self::*[contains(@class, "el-switch")]')
			.first()
			.click();
	}

	/** The text in a field: what was typed, or the name of the chosen option. */
	async inputValue(path: string): Promise<string> {
		return await this.field(path).locator('input').first().inputValue();
	}

	/** The same, without waiting for the field: undefined if it has disappeared. */
	async inputValueNow(path: string): Promise<string | undefined> {
		const [input] = await this.field(path).locator('input').all();
		return await input?.inputValue({ timeout: 1_000 }).catch(() => undefined);
	}

	/** The names of all options, in their order. */
	async optionNames(path: string): Promise<string[]> {
		const list = await this.openChoices(path);
		const names = await list.locator('.option-headline').allInnerTexts();
		await this.closeChoices(list);
		return names.map((name) => name.trim());
	}

	/** Chooses an option by its name. */
	async choose(path: string, name: string): Promise<void> {
		const list = await this.openChoices(path);
		await option(list, name).click();
		await list.waitFor({ state: 'hidden' });
	}

	/** Selects several options by their names. */
	async select(path: string, names: readonly string[]): Promise<void> {
		const list = await this.openChoices(path);
		for (const name of names) await option(list, name).click();
		await this.closeChoices(list);
	}

	/** The names of the selected options. */
	async selected(path: string): Promise<string[]> {
		return (await this.field(path).locator('.el-tag').allInnerTexts()).map((name) => name.trim());
	}

	/** Opens the list of a resource locator, waits for `atLeast` entries, and returns all of them. */
	async openList(path: string, atLeast = 1): Promise<string[]> {
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		await this.listEntries(path)
			.nth(atLeast - 1)
			.waitFor();
		return await this.listEntries(path).allInnerTexts();
	}

	/** Opens the list of a resource locator, and returns its first entry that contains `part`. */
	async findInList(path: string, part = ''): Promise<string> {
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		const entry = this.listEntries(path).filter({ hasText: part }).first();
		await entry.waitFor();
		return await entry.innerText();
	}

	/** Opens the list of a resource locator, and returns the error that n8n shows in its place. */
	async openListWithError(path: string): Promise<string> {
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		await this.listError(path).waitFor();
		return await this.listError(path).innerText();
	}

	/** Chooses an entry of the open list. */
	async chooseFromList(path: string, name: string): Promise<void> {
		await this.listEntries(path).filter({ hasText: name }).first().click();
		await this.listEntries(path).first().waitFor({ state: 'hidden' });
	}

	/** The entry that a resource locator shows as chosen. */
	async chosenFromList(path: string): Promise<string> {
		return await this.resourceLocatorInput(path).inputValue();
	}

	/**
	 * Adds an option to a collection, both by their display names. Returns the names of all options
	 * that could be added, in their order.
	 */
	async addOption(collection: string, name: string): Promise<string[]> {
		const addButton = this.collection(collection).locator(
			'[data-test-id="collection-parameter-add"]',
		);
		await addButton.last().click();
		const options = this.root
			.page()
			.locator('[data-test-id="collection-parameter-option"]:visible');
		await options.first().waitFor();
		const names = await options.allInnerTexts();
		await options.filter({ hasText: new RegExp(`^\\s*${escapeRegExp(name)}\\s*$`) }).click();
		return names.map((text) => text.trim());
	}

	/** Adds an entry to a fixed collection. */
	async addEntry(name: string): Promise<void> {
		const collection = this.root.locator(`[data-test-id="fixed-collection-${name}"]`);
		await collection.locator('[data-test-id^="fixed-collection-add"]').first().click();
	}

	/** The open list of a resource locator. In the page it is outside of the form. */
	get openedList(): Locator {
		return this.root.page().locator('[data-reka-popper-content-wrapper]:visible', {
			has: this.root.page().locator('[data-test-id="rlc-item"]'),
		});
	}

	private resourceLocatorInput(path: string): Locator {
		return this.field(path)
			.locator('[data-test-id="rlc-input"]')
			.locator('xpath=descendant-or-self::input');
	}

	private listError(path: string): Locator {
		return this.field(path).page().locator('[data-test-id="rlc-error-container"]:visible');
	}

	/** The entries of the open list. In the page they are outside of the form. */
	private listEntries(path: string): Locator {
		return this.field(path).page().locator('[data-test-id="rlc-item"]:visible');
	}

	private async openChoices(path: string): Promise<Locator> {
		const combobox = this.field(path).locator('[role="combobox"]').first();
		const id = await combobox.getAttribute('aria-controls');
		const list = this.field(path)
			.page()
			.locator(`[id="${id ?? ''}"]`);
		await this.field(path).locator('.el-select').first().click();
		await list.waitFor();
		return list;
	}

	private async closeChoices(list: Locator): Promise<void> {
		// Not Escape, which would close the node as well.
		await this.root.page().keyboard.press('Tab');
		await list.waitFor({ state: 'hidden' });
	}
}

function option(list: Locator, name: string): Locator {
	return list.locator('[role="option"]').filter({
		has: list
			.page()
			.locator('.option-headline', { hasText: new RegExp(`^\\s*${escapeRegExp(name)}\\s*$`) }),
	});
}

function escapeRegExp(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
