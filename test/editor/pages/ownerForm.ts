import type { Page } from 'playwright-core';

/** A form of n8n, as people see it who are not signed in to n8n. */
export class OwnerForm {
	private constructor(private readonly page: Page) {}

	static async open(page: Page, url: string): Promise<OwnerForm> {
		await page.goto(url);
		const form = new OwnerForm(page);
		await page.locator('#submit-btn').waitFor();
		return form;
	}

	/** @param values by the labels of the fields */
	async submit(values: Record<string, string>): Promise<void> {
		for (const [label, value] of Object.entries(values))
			await this.page.getByLabel(label).fill(value);
		await this.page.locator('#submit-btn').click();
	}
}
