import type { EditorSession } from '../editorSession';
import { listOperations } from '../nodeDescription';
import { areaOf, takeScreenshot } from '../screenshots';

/**
 * Users who do not know Smartcar's name search for these words. They come from the codex file
 * (Smartcar.node.json).
 */
const SEARCH_WORDS = [
	'smartcar',
	'tyre',
	'tire pressure',
	'low pressure',
	'EV charge',
	'charge',
	'lock',
	'mileage',
	'range',
	'gps',
];

/** High enough for all triggers and the first actions. */
const PICTURE_HEIGHT = 680;

export function nodePickerTests(session: () => EditorSession): void {
	describe('the node picker', () => {
		beforeAll(async () => await session().editor.newWorkflow());
		beforeEach(async () => await session().editor.nodePicker.open());

		test.each(SEARCH_WORDS)('finds Smartcar by "%s"', async (word) => {
			await expect(session().editor.nodePicker.search(word)).resolves.toBeUndefined();
		});

		test('lists both event types as triggers and each operation as an action', async () => {
			const { nodePicker } = session().editor;
			await nodePicker.openSmartcar();
			const panel = await areaOf([nodePicker.panel], 0);
			await takeScreenshot(session().page, 'node-picker', { ...panel, height: PICTURE_HEIGHT });
			const entries = await nodePicker.entries();
			expect(entries).toEqual(expect.arrayContaining(['On vehicle state', 'On vehicle error']));
			expect(entries).toEqual(expect.arrayContaining(listOperations().map(({ action }) => action)));
		});
	});
}
