import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from '../process/npm';
import { installN8n, isInstalled } from './install';

jest.mock('../process/npm');
jest.mock('./nodeRuntime', () => ({ ensureNodeRuntime: async () => ({ node: process.execPath }) }));

const SQLITE = 'exports.Database = class {}';
const FAILS_TO_LOAD = "throw new Error('No native build was found')";

let cache: string;

beforeEach(() => {
	cache = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-cache-'));
	process.env.N8N_NODES_SMARTCAR_CACHE = cache;
});

afterEach(() => {
	delete process.env.N8N_NODES_SMARTCAR_CACHE;
	rmSync(cache, { recursive: true, force: true });
});

/** Lets npm install packages that consist of one file, which has this text. */
function replaceNpm(files: Record<string, string>) {
	jest.mocked(npm).mockImplementation(async (_args, { cwd }) => {
		for (const [name, text] of Object.entries(files)) {
			const file = path.join(cwd, 'node_modules', name);
			mkdirSync(path.dirname(file), { recursive: true });
			writeFileSync(file, text);
		}
		return { code: 0, signal: null, lines: [], stdout: '' };
	});
}

test('builds the packages that n8n needs a compiled part of, and keeps n8n', async () => {
	replaceNpm({ 'sqlite3/index.js': SQLITE, 'isolated-vm/index.js': '', 'n8n/bin/n8n': '' });

	const { script } = await installN8n(() => {});

	expect(path.dirname(script)).toContain(cache);
	expect(isInstalled()).toBe(true);
	expect(jest.mocked(npm).mock.calls.map(([args]) => args)).toContainEqual(
		expect.arrayContaining(['rebuild', 'sqlite3', 'isolated-vm']),
	);
});

test.each(['sqlite3', 'isolated-vm'])(
	'does not keep an n8n whose %s cannot be loaded',
	async (name) => {
		replaceNpm({
			'sqlite3/index.js': SQLITE,
			'isolated-vm/index.js': '',
			'n8n/bin/n8n': '',
			[`${name}/index.js`]: FAILS_TO_LOAD,
		});

		await expect(installN8n(() => {})).rejects.toThrow('No native build was found');
		expect(readdirSync(cache)).toEqual([]);
	},
);
