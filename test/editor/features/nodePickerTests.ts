import { ACTION_NODE, operationsOf } from '../nodeDescription';
import { takePicture } from '../screenshots';
import type { EditorSession } from '../editorSession';

/** What people look for who do not know the service's name; the codex lists it. */
const SEARCH_WORDS = ['smartcar', 'tyre', 'tire', 'EV', 'fleet', 'car'];

export function nodePicker(session: () => EditorSession): void {
	describe('the node picker', () => {
		beforeAll(async () => {
			await session().editor.newWorkflow();
			await session().editor.picker.open();
		});

		test.each(SEARCH_WORDS)('finds Smartcar by "%s"', async (word) => {
			await expect(session().editor.picker.find(word)).resolves.toBeUndefined();
		});

		test('lists both nodes: each event as a trigger, each operation as an action', async () => {
			const { picker } = session().editor;
			await picker.openSmartcar();
			await takePicture(session().page, 'node-picker');
			const listed = await picker.listed();
			expect(listed).toEqual(expect.arrayContaining(['On vehicle state', 'On vehicle error']));
			expect(listed).toEqual(
				expect.arrayContaining(operationsOf(ACTION_NODE).map(({ action }) => action)),
			);
		});
	});
}
