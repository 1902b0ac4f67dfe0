import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../tools/folders';
import { unpackTarball } from '../package/support/unpack';

const SCRIPT = path.join(__dirname, 'scanFolder.mjs');

const resultSchema = z.object({
	passed: z.boolean(),
	message: z.string().optional(),
	details: z.string().optional(),
});

jest.setTimeout(60_000);

/** Runs n8n's scan of community packages on a folder. Warnings do not fail the scan. */
function runScan(folder: string, kind: 'source' | 'package'): z.infer<typeof resultSchema> {
	const output = execFileSync(process.execPath, [SCRIPT, folder, kind], {
		cwd: folder,
		// Without jest's NODE_ENV=test, with which n8n's lint rules expect other file names.
		env: { PATH: process.env.PATH },
		encoding: 'utf8',
	});
	return resultSchema.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
}

/**
 * The message is checked because the scan also passes a folder without files, and then says "No
 * files …".
 */
const PASSED = {
	passed: true,
	message: expect.not.stringMatching(/^No files/),
	details: '',
};

test("the source files pass the scan that n8n runs on a version's commit", () => {
	expect({ message: '', details: '', ...runScan(ROOT, 'source') }).toMatchObject(PASSED);
});

test('the packed package passes the scan that n8n runs on a published version', async () => {
	const { folder, remove } = await unpackTarball();
	const result = runScan(folder, 'package');
	await remove();
	expect({ message: '', details: '', ...result }).toMatchObject(PASSED);
});
