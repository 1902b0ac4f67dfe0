import type { Locator, Page } from 'playwright-core';
import { NodePanel } from './nodePanel';

/** How long a node may take to open after a click. */
const OPEN_TIMEOUT_MS = 5_000;

/** The executions view of a workflow. */
export class ExecutionsPage {
	constructor(
		private readonly page: Page,
		private readonly baseUrl: string,
	) {}

	/** Opens an execution, and waits until its workflow is shown. */
	async open(workflowId: string, executionId: string): Promise<void> {
		// By its URL and not with a click, because the list moves while n8n loads newer executions.
		await this.page.goto(`${this.baseUrl}/workflow/${workflowId}/executions/${executionId}`);
		await this.nodes.first().waitFor();
	}

	/** The status in the header of the execution. */
	async status(executionId: string): Promise<string> {
		const details = this.page.locator(`[data-test-id="execution-preview-details-${executionId}"]`);
		return (await details.locator('[data-test-id="execution-preview-label"]').innerText()).trim();
	}

	/** A node in the workflow of the execution. */
	node(name: string): Locator {
		return this.preview.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the log below the workflow, with the output of a node. Returns the log. */
	async openLog(name: string): Promise<Locator> {
		const log = this.page.locator('[data-test-id="logs-panel"]');
		await log.locator('[data-test-id="logs-overview-header"]').click();
		await log.locator('[role="treeitem"]', { hasText: name }).click();
		await log.locator('[data-test-id="log-details-output"]').waitFor();
		return log;
	}

	/**
	 * Opens a node of the execution. Clicks a second time if the canvas still moved at the first
	 * click.
	 */
	async openNode(name: string): Promise<NodePanel> {
		const doubleClick = async () => {
			await this.node(name).dblclick({ force: true });
			return await NodePanel.waitUntilOpen(this.page, OPEN_TIMEOUT_MS);
		};
		return await doubleClick().catch(doubleClick);
	}

	private get preview(): Locator {
		return this.page.locator('[data-test-id="execution-preview-host"]');
	}

	private get nodes(): Locator {
		return this.preview.locator('[data-test-id="canvas-node"]');
	}
}
