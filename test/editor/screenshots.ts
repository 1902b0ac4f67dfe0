import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ROOT, WORK_FOLDER } from '../../tools/folders';

/** The screenshots in README and docs. */
type Screenshot =
	| 'action-form'
	| 'condition'
	| 'credential-webhook'
	| 'execution'
	| 'node-picker'
	| 'trigger-options'
	| 'trigger-panel'
	| 'vehicle-list'
	| 'workflow-alert';

/**
 * `npm run screenshots` updates the screenshots in docs/pictures. Other runs write them to .work/.
 */
const SCREENSHOTS_FOLDER =
	process.env.SMARTCAR_PICTURES === 'docs'
		? path.join(ROOT, 'docs', 'pictures')
		: path.join(WORK_FOLDER, 'editor', 'pictures');
const FORMS_FOLDER = path.join(WORK_FOLDER, 'editor', 'forms');

/** The path of a PNG file in the folder, which is created. */
function pngPath(folder: string, name: string): string {
	mkdirSync(folder, { recursive: true });
	return path.join(folder, `${name}.png`);
}

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** GitHub scales wider pictures down, so that their text is hard to read. */
const MAX_WIDTH = 830;

/**
 * The area of the elements with a margin, cut off at the right if it is too wide.
 *
 * @throws Error if one is not visible
 */
export async function areaOf(elements: Locator[], margin = 10): Promise<Area> {
	const boxes = await Promise.all(elements.map(async (element) => await element.boundingBox()));
	const visible = boxes.filter((box) => box !== null);
	if (visible.length < boxes.length) throw new Error('An element of the picture is not visible');
	const x = Math.min(...visible.map((box) => box.x)) - margin;
	const y = Math.min(...visible.map((box) => box.y)) - margin;
	const right = Math.max(...visible.map((box) => box.x + box.width)) + margin;
	const bottom = Math.max(...visible.map((box) => box.y + box.height)) + margin;
	return { x, y, width: Math.min(right - x, MAX_WIDTH), height: bottom - y };
}

/** Hides n8n's checklist for production, which opens over the workflow at an unpredictable time. */
const HIDE_CHECKLIST =
	'[data-reka-popper-content-wrapper]:has([data-test-id="suggested-actions-close"]) { visibility: hidden !important; }';

/** Takes a screenshot for README and docs. @param clip the area that the text is about */
export async function takeScreenshot(page: Page, name: Screenshot, clip: Area): Promise<void> {
	// n8n shows more buttons on the field under the pointer.
	await page.mouse.move(0, 0);
	await page.screenshot({
		path: pngPath(SCREENSHOTS_FOLDER, name),
		animations: 'disabled',
		caret: 'hide',
		style: HIDE_CHECKLIST,
		clip,
	});
}

/** Takes a screenshot of a form, which only helps to look at a failed test. */
export async function takeFormScreenshot(form: Locator, name: string): Promise<void> {
	await form.screenshot({
		path: pngPath(FORMS_FOLDER, name),
		animations: 'disabled',
		caret: 'hide',
	});
}
