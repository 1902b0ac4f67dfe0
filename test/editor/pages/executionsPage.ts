import type { Locator, Page } from 'playwright-core';
import { NodePanel } from './nodePanel';

/** How long a node takes to open. */
const CLICK_MS = 5_000;

/** The executions of a workflow: the list, and what happened in one of them. */
export class Executions {
	constructor(
		private readonly page: Page,
		private readonly baseUrl: string,
	) {}

	/** Opens one execution, and waits until its workflow is drawn. */
	async open(workflowId: string, executionId: string): Promise<void> {
		// Not by a click in the list: its cards move for as long as n8n looks for newer ones.
		await this.page.goto(`${this.baseUrl}/workflow/${workflowId}/executions/${executionId}`);
		await this.nodes.first().waitFor();
	}

	/** How it ended, as the head of the execution says it. */
	async outcome(executionId: string): Promise<string> {
		const details = this.page.locator(`[data-test-id="execution-preview-details-${executionId}"]`);
		return (await details.locator('[data-test-id="execution-preview-label"]').innerText()).trim();
	}

	/** Opens a node of the execution that is shown; a click that came while the canvas still moved is repeated. */
	async openNode(name: string): Promise<NodePanel> {
		const node = this.preview.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		const click = async () => {
			await node.dblclick({ force: true });
			return await NodePanel.opened(this.page, CLICK_MS);
		};
		return await click().catch(click);
	}

	private get preview(): Locator {
		return this.page.locator('[data-test-id="execution-preview-host"]');
	}

	private get nodes(): Locator {
		return this.preview.locator('[data-test-id="canvas-node"]');
	}
}
