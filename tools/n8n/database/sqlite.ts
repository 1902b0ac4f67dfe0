import path from 'node:path';
import { run, SupervisedProcess } from '../../process/supervised';
import type { Home } from '../home';
import type { Installation } from '../install';
import type { Database } from './database';

const SCRIPT = path.join(__dirname, 'sqliteProcess.cjs');
const RELEASE_WITHIN_MS = 10_000;

const fileOf = ({ folder }: Home) => path.join(folder, '.n8n', 'database.sqlite');

/** The database of an n8n with its default settings. */
export function sqliteDatabase({ node }: Installation, home: Home): Database {
	return {
		async query(sql, onRow) {
			const { code, lines } = await run(
				node,
				['--no-warnings', SCRIPT, 'query', fileOf(home), sql],
				{
					cwd: home.folder,
					env: { PATH: process.env.PATH },
					onLine: (line, stream) => {
						if (stream === 'stdout') onRow(JSON.parse(line));
					},
				},
			);
			if (code !== 0) throw new Error(`SQLite could not be asked:\n${lines.slice(-5).join('\n')}`);
		},
	};
}

/**
 * Carries out SQL statements on it, while n8n runs or is down.
 * @throws Error with the database's own message
 */
export async function changeSqlite({ node }: Installation, home: Home, sql: string): Promise<void> {
	const { code, lines } = await run(node, ['--no-warnings', SCRIPT, 'change', fileOf(home), sql], {
		cwd: home.folder,
		env: { PATH: process.env.PATH },
	});
	if (code !== 0) throw new Error(`SQLite could not be changed:\n${lines.slice(-5).join('\n')}`);
}

/**
 * Keeps n8n from writing to its database, by a lock that another process holds.
 * @returns what ends that
 */
export async function blockSqlite(
	{ node }: Installation,
	home: Home,
): Promise<() => Promise<void>> {
	const holder = new SupervisedProcess(node, ['--no-warnings', SCRIPT, 'block', fileOf(home)], {
		cwd: home.folder,
		env: { PATH: process.env.PATH },
	});
	await new Promise<void>((resolve, reject) => {
		holder.onLine((line) => line === 'blocked' && resolve());
		void holder.exited.then(() =>
			reject(new Error(`The database could not be blocked:\n${holder.lines().join('\n')}`)),
		);
	});
	return async () => {
		await holder.stop(RELEASE_WITHIN_MS);
	};
}
