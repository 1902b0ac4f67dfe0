import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ROOT, WORK } from '../../tools/pack';

/** The pictures that README and docs show. */
export type Picture =
	| 'action-form'
	| 'credential-webhook'
	| 'execution'
	| 'node-picker'
	| 'trigger-options'
	| 'trigger-panel'
	| 'vehicle-list'
	| 'workflow-alert';

/** `npm run screenshots` puts them where the documents show them, every other run aside. */
const PICTURES =
	process.env.SMARTCAR_PICTURES === 'docs'
		? path.join(ROOT, 'docs', 'pictures')
		: path.join(WORK, 'editor', 'pictures');
const FORMS = path.join(WORK, 'editor', 'forms');

function fileIn(folder: string, name: string): string {
	mkdirSync(folder, { recursive: true });
	return path.join(folder, `${name}.png`);
}

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** n8n's list of what to do before production opens by itself, at some moment, over the workflow. */
const WITHOUT_CHECKLIST =
	'[data-reka-popper-content-wrapper]:has([data-test-id="suggested-actions-close"]) { visibility: hidden !important; }';

/** Takes a picture for the documents, of the page or an area of it. */
export async function takePicture(page: Page, name: Picture, clip?: Area): Promise<void> {
	await page.screenshot({
		path: fileIn(PICTURES, name),
		animations: 'disabled',
		caret: 'hide',
		style: WITHOUT_CHECKLIST,
		clip,
	});
}

/** Takes a picture of a form, for whoever works on it. */
export async function takeForm(of: Locator, name: string): Promise<void> {
	await of.screenshot({ path: fileIn(FORMS, name), animations: 'disabled', caret: 'hide' });
}
