import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMade, makeOnce } from './cache';

const NAME = 'thing-1';
const silent = () => undefined;

let cache: string;
let made: number;

const recipe = {
	name: NAME,
	make: async (folder: string) => {
		made += 1;
		await writeFile(path.join(folder, 'content'), 'whole');
	},
};

beforeEach(() => {
	cache = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-cache-'));
	process.env.N8N_NODES_SMARTCAR_CACHE = cache;
	made = 0;
});

afterEach(() => {
	delete process.env.N8N_NODES_SMARTCAR_CACHE;
	rmSync(cache, { recursive: true, force: true });
});

test('makes it once and finds it afterwards', async () => {
	expect(await findMade(NAME)).toBeUndefined();
	const first = await makeOnce(recipe, silent);
	const second = await makeOnce(recipe, silent);
	expect([first, second, await findMade(NAME)]).toEqual([first, first, path.join(cache, NAME)]);
	expect(made).toBe(1);
	expect(readFileSync(path.join(first, 'content'), 'utf8')).toBe('whole');
});

test('two at once make it once: the second waits and says so', async () => {
	const reports: string[] = [];
	let letGo: () => void = silent;
	const gate = new Promise<void>((resolve) => (letGo = resolve));
	const slow = {
		name: NAME,
		make: async (folder: string) => {
			await gate;
			await recipe.make(folder);
		},
	};
	const report = (progress: string) => {
		reports.push(progress);
		letGo();
	};
	const folders = await Promise.all([makeOnce(slow, report), makeOnce(slow, report)]);
	expect(folders[0]).toBe(folders[1]);
	expect(made).toBe(1);
	expect(reports[0]).toMatch(/another process/);
});

test('what fails half way is not taken for made, and leaves nothing behind', async () => {
	const failing = {
		name: NAME,
		make: async (folder: string) => {
			await recipe.make(folder);
			throw new Error('disk full');
		},
	};
	await expect(makeOnce(failing, silent)).rejects.toThrow('disk full');
	expect(await findMade(NAME)).toBeUndefined();
	expect(readdirSync(cache)).toEqual([]);
	expect(existsSync(await makeOnce(recipe, silent))).toBe(true);
});

test('leftovers of a killed run are removed, a folder without its marker is made again', async () => {
	mkdirSync(path.join(cache, `${NAME}.partial-left-behind`));
	mkdirSync(path.join(cache, NAME));
	writeFileSync(path.join(cache, NAME, 'content'), 'half');
	const folder = await makeOnce(recipe, silent);
	expect(readFileSync(path.join(folder, 'content'), 'utf8')).toBe('whole');
	expect(readdirSync(cache)).toEqual([NAME]);
});

test('a process killed while it makes it does not block the next one for good', async () => {
	const module = path.resolve(__dirname, 'cache.ts');
	const tsx = path.resolve(__dirname, '../node_modules/tsx/dist/cli.mjs');
	const code = `require(${JSON.stringify(module)}).makeOnce({ name: '${NAME}', make: async () => process.kill(process.pid, 'SIGKILL') }, () => {})`;
	spawnSync(process.execPath, [tsx, '-e', code], { env: process.env });
	const leftBehind = readdirSync(cache);
	expect(leftBehind).toEqual(
		expect.arrayContaining([`${NAME}.lock`, expect.stringContaining('.partial-')]),
	);
	const longAgo = new Date(Date.now() - 10 * 60_000);
	utimesSync(path.join(cache, `${NAME}.lock`), longAgo, longAgo);
	await makeOnce(recipe, silent);
	expect(readdirSync(cache)).toEqual([NAME]);
});
