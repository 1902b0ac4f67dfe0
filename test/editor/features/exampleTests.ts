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

			const results = lastNodes(await readPinnedExample(file));
			const succeeded = await editor.succeededNodes();
			expect(succeeded.filter((name) => results.includes(name))).not.toEqual([]);
		});
	});
}
