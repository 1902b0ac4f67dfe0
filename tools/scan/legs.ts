import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { run } from '../process/supervised';

const LEG = path.join(__dirname, 'leg.mjs');

const verdictSchema = z.object({
	passed: z.boolean(),
	message: z.string().optional(),
	details: z.string().optional(),
});

/** Verdict of one leg; errors fail it, warnings do not. */
export interface LegVerdict {
	passed: boolean;
	/** What was found, readable; empty when nothing was. */
	details: string;
}

async function scan(
	scanner: string,
	folder: string,
	leg: 'source' | 'tarball',
): Promise<LegVerdict> {
	const finished = await run(process.execPath, [LEG, scanner, folder, leg], {
		cwd: folder,
		env: { PATH: process.env.PATH },
	});
	const last = finished.stdout.trimEnd().split('\n').at(-1) ?? '';
	if (finished.code !== 0 || last === '') {
		return {
			passed: false,
			details: ['The scan itself did not run:', ...finished.lines.slice(-15)].join('\n'),
		};
	}
	const { passed, message = '', details = '' } = verdictSchema.parse(JSON.parse(last));
	// the scan calls a folder without any file passed
	return {
		passed: passed && !message.startsWith('No files'),
		details: [message, details].filter((text) => text !== '').join('\n'),
	};
}

/** Scans the sources in the checkout, as the official scan does with the commit a release was built from. */
export async function scanSource(scanner: string, root: string): Promise<LegVerdict> {
	return await scan(scanner, root, 'source');
}

/** Scans what is published. */
export async function scanTarball(scanner: string, tarball: string): Promise<LegVerdict> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-scan-'));
	try {
		await extract({ file: tarball, cwd: folder, strip: 1 });
		return await scan(scanner, folder, 'tarball');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
