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
			const { editor } = session();
			await editor.newWorkflow();
			await editor.importFile(pathOfExample(file));
			await editor.executeWorkflow();

			const example = await readPinnedExample(file);
			const withData = [...(await editor.succeededNodes()), ...Object.keys(example.pinData ?? {})];
			const lastNodesWithItems = lastNodes(example).filter((name) => withData.includes(name));
			expect(lastNodesWithItems).not.toEqual([]);
			await editor.dismissMessages();
			const panel = await editor.openNode(lastNodesWithItems[0] ?? '');
			await panel.itemCount.waitFor();
			expect(await panel.itemCount.innerText()).toMatch(/[1-9]\d* item/);
		});
	});
}
