import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findQueuePrograms } from './queuePrograms';

let folder: string;

beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-programs-'))));
afterEach(async () => await rm(folder, { recursive: true }));

const install = async (...programs: string[]) => {
	for (const program of programs) await writeFile(path.join(folder, program), '');
};

test('finds the programs in the first folder that has them', async () => {
	await install('initdb', 'postgres', 'psql', 'redis-server');

	const programs = await findQueuePrograms(['/nowhere', folder]);

	expect(programs).toMatchObject({ found: { postgres: path.join(folder, 'postgres') } });
});

test('says how to install the missing programs', async () => {
	await install('initdb', 'postgres');

	expect(await findQueuePrograms([folder])).toEqual({
		missing:
			'psql, redis-server not found: install them (Debian, Ubuntu: apt-get install postgresql-client redis-server)',
	});
});
