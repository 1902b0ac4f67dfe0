import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium';

let folder: string;

beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-chromium-'))));
afterEach(async () => await rm(folder, { recursive: true }));

test.each(['chromium', 'google-chrome'])(
	'finds the program %s in the first folder that has it',
	async (program) => {
		await writeFile(path.join(folder, program), '');

		expect(findChromium(['/nowhere', folder])).toEqual({ found: path.join(folder, program) });
	},
);

test('says how to install Chromium when it is missing', () => {
	expect(findChromium([folder])).toEqual({
		missing: expect.stringContaining('apt-get install chromium'),
	});
});
