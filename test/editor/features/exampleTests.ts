import { waitForExecutions } from '../../../tools/n8n/restClient';
import { nodeOutput } from '../../../tools/n8n/runData';
import {
	listExamples,
	LOW_TIRE_PRESSURE_ALERT,
	pathOfExample,
	readPinnedExample,
} from '../../../tools/testEnvironment/exampleWorkflows';
import { lastNodes } from '../../support/lastNodes';
import type { EditorSession } from '../editorSession';
import type { Scope } from '../scope';

export function exampleTests(session: () => EditorSession, scope: Scope): void {
	describe('an imported example shows its result after one click', () => {
		test.each(scope === 'all' ? listExamples() : [LOW_TIRE_PRESSURE_ALERT])('%s', async (file) => {
			const { editor, environment } = session();
			const { rest } = environment;
			await editor.newWorkflow();
			await editor.importFile(pathOfExample(file));
			await editor.executeWorkflow();

			// Not from the workflow in the editor, where pinned data is also shown without a run.
			const [execution] = await waitForExecutions(rest, { workflowId: editor.workflowId }, 1);
			const { runData } = await rest.getExecution(execution?.id ?? '');
			const lastNodesWithItems = lastNodes(await readPinnedExample(file)).filter(
				(name) => nodeOutput(runData, name).length > 0,
			);
			expect(lastNodesWithItems).not.toEqual([]);
			await editor.dismissMessages();
			const panel = await editor.openNode(lastNodesWithItems[0] ?? '');
			await panel.itemCount.waitFor();
			expect(await panel.itemCount.innerText()).toMatch(/[1-9]\d* item/);
		});
	});
}
