import fs, { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from 'tar';
import { N8N_VERSION } from '../n8n/releases';
import { findFreePort, jestWorkerPort, type N8nUserFolder } from '../n8n/userFolder';
import { TestEnvironment } from './testEnvironment';
import { chainOfNodes } from './workflow';

/** Stands in for n8n: import, start and login succeed, but there is no workflow to publish. */
const N8N_WITHOUT_WORKFLOWS = `
	const { readFileSync, writeFileSync } = require('node:fs');
	const [command, input] = process.argv.slice(2);
	if (command === 'start') {
		writeFileSync(process.env.N8N_USER_FOLDER + '/pid', String(process.pid));
		const responses = {
			'/healthz': {},
			'/rest/login': {},
			'/rest/settings': { data: { versionCli: '${N8N_VERSION}' } },
			'/rest/workflows': { data: [] },
		};
		require('node:http')
			.createServer(({ url }, response) => {
				const body = responses[url.split('?')[0]];
				response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? { message: 'Not found' }));
			})
			.listen(process.env.N8N_PORT, '127.0.0.1', () => console.log('Editor is now accessible via'));
	} else {
		const { length } = JSON.parse(readFileSync(input.replace('--input=', ''), 'utf8'));
		const kind = command === 'import:workflow' ? 'workflow' : 'credential';
		console.log('Successfully imported ' + length + ' ' + kind);
	}
`;

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-test-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

async function packEmptyPackage(): Promise<string> {
	const manifest = { name: 'n8n-nodes-smartcar', version: '1.0.0' };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
	const tarball = path.join(folder, 'package.tgz');
	await create({ cwd: folder, file: tarball, gzip: true, prefix: 'package' }, ['package.json']);
	return tarball;
}

test('stops n8n if a workflow cannot be published', async () => {
	const script = path.join(folder, 'n8n.cjs');
	await writeFile(script, N8N_WITHOUT_WORKFLOWS);
	const userFolders: N8nUserFolder[] = [];

	const started = TestEnvironment.start({
		installation: { node: process.execPath, script, version: N8N_VERSION },
		tarball: await packEmptyPackage(),
		workflows: [chainOfNodes('missing', [])],
		prepareUserFolder: async (userFolder) => {
			userFolders.push(userFolder);
		},
	});

	await expect(started).rejects.toThrow('404 to GET /rest/workflows/missing');
	const pid = Number(await readFile(path.join(userFolders[0]?.path ?? '', 'pid'), 'utf8'));
	// If n8n still runs, this kills it, so that it does not outlive the test.
	expect(() => process.kill(pid, 'SIGKILL')).toThrow('ESRCH');
	for (const userFolder of userFolders) await rm(userFolder.path, { recursive: true });
});

test('stops the simulator if the user folder cannot be created', async () => {
	const port = await findFreePort(jestWorkerPort(4020));
	const diskFull = jest.spyOn(fs, 'mkdtemp').mockRejectedValueOnce(new Error('disk full'));

	const started = TestEnvironment.start({
		installation: { node: process.execPath, script: 'n8n.cjs', version: N8N_VERSION },
		tarball: 'package.tgz',
		workflows: [chainOfNodes('any', [])],
		simulator: { port },
	});

	await expect(started).rejects.toThrow('disk full');
	diskFull.mockRestore();
	expect(await findFreePort(port)).toBe(port);
});
