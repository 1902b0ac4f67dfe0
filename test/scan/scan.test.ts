import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../tools/pack';
import { unpackTarball } from '../package/support/unpack';

const SCRIPT = path.join(__dirname, 'scanFolder.mjs');

const resultSchema = z.object({
	passed: z.boolean(),
	message: z.string().optional(),
	details: z.string().optional(),
});

jest.setTimeout(60_000);

/** What n8n's scan of community packages finds in the folder. Warnings do not fail it. */
function scan(folder: string, kind: 'source' | 'package'): z.infer<typeof resultSchema> {
	const output = execFileSync(process.execPath, [SCRIPT, folder, kind], {
		cwd: folder,
		// With jest's NODE_ENV=test, n8n's lint rules expect other file names.
		env: { PATH: process.env.PATH },
		encoding: 'utf8',
	});
	return resultSchema.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
}

/** The scan passes a folder in which it finds no file, and says so in its message. */
const PASSED = {
	passed: true,
	message: expect.not.stringMatching(/^No files/),
	details: '',
};

test("the sources pass n8n's scan, which looks at the commit that a version was built from", () => {
	expect({ message: '', details: '', ...scan(ROOT, 'source') }).toMatchObject(PASSED);
});

test("the packed package passes n8n's scan", async () => {
	const { folder, remove } = await unpackTarball();
	const result = scan(folder, 'package');
	await remove();
	expect({ message: '', details: '', ...result }).toMatchObject(PASSED);
});
