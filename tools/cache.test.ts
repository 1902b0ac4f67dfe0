import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureCachedFolder, isCached } from './cache';

const NAME = 'thing-1';

let cache: string;
let fillCount: number;

async function fill(folder: string) {
	fillCount += 1;
	await writeFile(path.join(folder, 'content'), 'complete');
}

beforeEach(() => {
	cache = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-cache-'));
	process.env.N8N_NODES_SMARTCAR_CACHE = cache;
	fillCount = 0;
});

afterEach(() => {
	delete process.env.N8N_NODES_SMARTCAR_CACHE;
	rmSync(cache, { recursive: true, force: true });
});

test('fills a folder once and returns it from then on', async () => {
	expect(isCached(NAME)).toBe(false);
	const folders = [await ensureCachedFolder(NAME, fill), await ensureCachedFolder(NAME, fill)];
	expect(folders).toEqual([path.join(cache, NAME), path.join(cache, NAME)]);
	expect(isCached(NAME)).toBe(true);
	expect(fillCount).toBe(1);
	expect(readFileSync(path.join(cache, NAME, 'content'), 'utf8')).toBe('complete');
});

test('removes a folder that could not be filled', async () => {
	const failing = async (folder: string) => {
		await fill(folder);
		throw new Error('disk full');
	};
	await expect(ensureCachedFolder(NAME, failing)).rejects.toThrow('disk full');
	expect(readdirSync(cache)).toEqual([]);
});

test('keeps the folder of a process that was faster', async () => {
	const folder = await ensureCachedFolder(NAME, async (partial) => {
		await fill(partial);
		mkdirSync(path.join(cache, NAME));
		await writeFile(path.join(cache, NAME, 'content'), 'from the other process');
	});
	expect(readFileSync(path.join(folder, 'content'), 'utf8')).toBe('from the other process');
	expect(readdirSync(cache)).toEqual([NAME]);
});

test('removes the unfinished folder of a process that has ended, but not that of a running one', async () => {
	const { pid: endedPid } = spawnSync(process.execPath, ['--version']);
	mkdirSync(path.join(cache, `other.${endedPid}.partial`));
	mkdirSync(path.join(cache, `other.${process.ppid}.partial`));
	await ensureCachedFolder(NAME, fill);
	expect(readdirSync(cache)).toEqual([`other.${process.ppid}.partial`, NAME]);
});

test('keeps the unfinished folder of a running process of another user', async () => {
	mkdirSync(path.join(cache, 'other.1.partial'));
	const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
		throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
	});
	await ensureCachedFolder(NAME, fill);
	kill.mockRestore();
	expect(readdirSync(cache)).toEqual(['other.1.partial', NAME]);
});
