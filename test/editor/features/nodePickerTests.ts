import type { EditorSession } from '../editorSession';
import { listOperations } from '../nodeDescription';
import { areaOf, takeScreenshot } from '../screenshots';

/**
 * Users who do not know Smartcar's name search for these words. They come from the codex file
 * (Smartcar.node.json). The rank is 2 where another node has the word in its name: Chargebee,
 * Clockify.
 */
const SEARCH_WORDS: Array<[word: string, rank: number]> = [
	['smartcar', 1],
	['tyre', 1],
	['tire pressure', 1],
	['low pressure', 1],
	['EV charge', 1],
	['charge', 2],
	['lock', 2],
	['mileage', 1],
	['range', 1],
	['gps', 1],
];

/** High enough for all triggers and the first actions. */
const PICTURE_HEIGHT = 680;

export function nodePickerTests(session: () => EditorSession): void {
	describe('the node picker', () => {
		beforeAll(async () => await session().editor.newWorkflow());
		beforeEach(async () => await session().editor.nodePicker.open());

		test.each(SEARCH_WORDS)('finds Smartcar by "%s" among the first %i', async (word, rank) => {
			const results = await session().editor.nodePicker.search(word);
			expect(results.slice(0, rank)).toContain('Smartcar');
		});

		test('lists the choices of Events as triggers and each operation as an action, in their order', async () => {
			const { nodePicker } = session().editor;
			await nodePicker.openSmartcar();
			const panel = await areaOf([nodePicker.panel], 0);
			await takeScreenshot(session().page, 'node-picker', { ...panel, height: PICTURE_HEIGHT });
			const entries = await nodePicker.entries();
			expect(entries).toEqual([
				'On condition met',
				'On vehicle error',
				'On vehicle state',
				'On any other event',
				...listOperations().map(({ action }) => action),
			]);
		});
	});
}
