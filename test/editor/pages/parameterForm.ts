import type { Locator } from 'playwright-core';

/**
 * The fields of a node or a credential, as n8n's editor shows them. A field is named by its path: `limit`, or
 * `options.unitSystem` within a collection.
 */
export class ParameterForm {
	/** @param prefix before the paths in the page: the form of a node says `parameters.limit`, that of a credential `clientId` */
	constructor(
		private readonly root: Locator,
		private readonly prefix: '' | 'parameters.',
	) {}

	field(path: string): Locator {
		return this.root.locator(`[data-parameter-path="${this.prefix}${path}"]`);
	}

	/** Paths of all fields, in their order. */
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
		// A field that has the focus shows a tip, over the field below it.
		await input.blur();
	}

	async toggle(path: string): Promise<void> {
		await this.field(path)
			.locator('xpath=descendant-or-self::*[contains(@class, "el-switch")]')
			.first()
			.click();
	}

	/** What a field with choices shows as chosen. */
	async chosen(path: string): Promise<string> {
		return await this.field(path).locator('input').first().inputValue();
	}

	/** Names of all choices, in their order. */
	async choices(path: string): Promise<string[]> {
		const list = await this.openChoices(path);
		const names = await list.locator('.option-headline').allInnerTexts();
		await this.field(path).click();
		await list.waitFor({ state: 'hidden' });
		return names.map((name) => name.trim());
	}

	/** Picks one of the choices by its name. */
	async choose(path: string, name: string): Promise<void> {
		const list = await this.openChoices(path);
		await option(list, name).click();
		await list.waitFor({ state: 'hidden' });
	}

	/** Ticks several choices by their names. */
	async tick(path: string, names: readonly string[]): Promise<void> {
		const list = await this.openChoices(path);
		for (const name of names) await option(list, name).click();
		await this.field(path).page().keyboard.press('Tab');
		await list.waitFor({ state: 'hidden' });
	}

	/** Names of what is ticked. */
	async ticked(path: string): Promise<string[]> {
		return (await this.field(path).locator('.el-tag').allInnerTexts()).map((name) => name.trim());
	}

	/** Opens the list of a resource locator, waits until it has so many entries, and gives the names of all. */
	async openList(path: string, atLeast = 1): Promise<string[]> {
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		await this.listEntries(path)
			.nth(atLeast - 1)
			.waitFor();
		return await this.listEntries(path).allInnerTexts();
	}

	/**
	 * The first entry of a resource locator's list, which is opened, with that in its text; undefined, and closed again,
	 * when the list has none at all.
	 */
	async firstListed(path: string, part = ''): Promise<string | undefined> {
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		const nothing = this.field(path)
			.page()
			.getByText(/^No results/)
			.or(this.refusal(path));
		const first = this.listEntries(path).filter({ hasText: part }).first();
		await first.or(nothing).filter({ visible: true }).first().waitFor();
		if (await first.isVisible()) return await first.innerText();
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		return undefined;
	}

	/** Opens the list of a resource locator, and gives what is shown in its place because it cannot be had. */
	async refusedList(path: string): Promise<string> {
		await this.field(path).locator('[data-test-id="rlc-input"]').click();
		await this.refusal(path).waitFor();
		return await this.refusal(path).innerText();
	}

	/** Chooses how a resource locator names its thing, such as "By ID", and types that. */
	async typeInMode(path: string, mode: string, text: string): Promise<void> {
		const selector = this.field(path).locator('[data-test-id="rlc-mode-selector"]');
		await selector.click();
		const id = await selector.locator('[role="combobox"]').first().getAttribute('aria-controls');
		const modes = this.field(path)
			.page()
			.locator(`[id="${id ?? ''}"] [role="option"]`);
		await modes.filter({ hasText: new RegExp(`^\\s*${escaped(mode)}\\s*$`, 'i') }).click();
		const input = this.named(path);
		await input.fill(text);
		await input.blur();
	}

	/** Picks an entry of the list that is open. */
	async pick(path: string, name: string): Promise<void> {
		await this.listEntries(path).filter({ hasText: name }).first().click();
		await this.listEntries(path).first().waitFor({ state: 'hidden' });
	}

	/** What a resource locator shows as picked. */
	async picked(path: string): Promise<string> {
		return await this.named(path).inputValue();
	}

	/** Adds an option to a collection, both by the names that are shown. */
	async add(collection: string, name: string): Promise<void> {
		const label = this.root
			.page()
			.locator('[data-test-id="input-label"]', { hasText: new RegExp(`^\\s*${collection}`) });
		const item = this.root.locator('[data-test-id="parameter-item"]').filter({ has: label }).last();
		await item.locator('[data-test-id="collection-parameter-add"]').last().click();
		const offered = this.root
			.page()
			.locator('[data-test-id="collection-parameter-option"]:visible');
		await offered.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) }).click();
	}

	/** Where a resource locator says what it names. */
	private named(path: string): Locator {
		return this.field(path)
			.locator('[data-test-id="rlc-input"]')
			.locator('xpath=descendant-or-self::input');
	}

	private refusal(path: string): Locator {
		return this.field(path).page().locator('[data-test-id="rlc-error-container"]:visible');
	}

	/** The entries lie outside of the form: only one list is open at a time. */
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
}

function option(list: Locator, name: string): Locator {
	return list.locator('[role="option"]').filter({
		has: list
			.page()
			.locator('.option-headline', { hasText: new RegExp(`^\\s*${escaped(name)}\\s*$`) }),
	});
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
