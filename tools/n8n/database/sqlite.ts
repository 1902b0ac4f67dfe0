import path from 'node:path';
import { run, SupervisedProcess } from '../../process/supervisedProcess';
import type { Home } from '../userFolder';
import type { Installation } from '../install';
import type { Database } from './database';

const SCRIPT = path.join(__dirname, 'sqliteProcess.cjs');
const RELEASE_WITHIN_MS = 10_000;

const fileOf = ({ folder }: Home) => path.join(folder, '.n8n', 'database.sqlite');

/** The SQLite database of an n8n with default settings. */
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
			if (code !== 0) throw new Error(`The SQLite query failed:\n${lines.slice(-5).join('\n')}`);
		},
	};
}

/**
 * Executes SQL statements on the SQLite database, whether n8n runs or not.
 * @throws Error with the database's message
 */
export async function changeSqlite({ node }: Installation, home: Home, sql: string): Promise<void> {
	const { code, lines } = await run(node, ['--no-warnings', SCRIPT, 'change', fileOf(home), sql], {
		cwd: home.folder,
		env: { PATH: process.env.PATH },
	});
	if (code !== 0) throw new Error(`The SQLite statement failed:\n${lines.slice(-5).join('\n')}`);
}

/**
 * Keeps n8n from writing to its SQLite database: another process locks it.
 * @returns a function that releases the lock
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
