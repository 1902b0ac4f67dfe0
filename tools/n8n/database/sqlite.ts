import path from 'node:path';
import { runProcess, SupervisedProcess } from '../../process/supervisedProcess';
import type { N8nUserFolder } from '../userFolder';
import type { N8nInstallation } from '../install';
import type { Database } from './database';

const SQLITE_SCRIPT = path.join(__dirname, 'sqliteProcess.cjs');
const RELEASE_TIMEOUT_MS = 10_000;

const databaseFile = ({ path: folder }: N8nUserFolder) =>
	path.join(folder, '.n8n', 'database.sqlite');

/** The SQLite database of an n8n with default settings. */
export function sqliteDatabase({ node }: N8nInstallation, userFolder: N8nUserFolder): Database {
	return {
		async query(sql, onRow) {
			const { code, lines } = await runProcess(
				node,
				['--no-warnings', SQLITE_SCRIPT, 'query', databaseFile(userFolder), sql],
				{
					cwd: userFolder.path,
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
export async function executeSqlite(
	{ node }: N8nInstallation,
	userFolder: N8nUserFolder,
	sql: string,
): Promise<void> {
	const { code, lines } = await runProcess(
		node,
		['--no-warnings', SQLITE_SCRIPT, 'execute', databaseFile(userFolder), sql],
		{
			cwd: userFolder.path,
			env: { PATH: process.env.PATH },
		},
	);
	if (code !== 0) throw new Error(`The SQLite statement failed:\n${lines.slice(-5).join('\n')}`);
}

/**
 * Keeps n8n from writing to its SQLite database: another process locks it.
 * @returns a function that releases the lock
 */
export async function lockSqlite(
	{ node }: N8nInstallation,
	userFolder: N8nUserFolder,
): Promise<() => Promise<void>> {
	const lockHolder = new SupervisedProcess(
		node,
		['--no-warnings', SQLITE_SCRIPT, 'lock', databaseFile(userFolder)],
		{
			cwd: userFolder.path,
			env: { PATH: process.env.PATH },
		},
	);
	await new Promise<void>((resolve, reject) => {
		lockHolder.onLine((line) => line === 'locked' && resolve());
		void lockHolder.exited.then(() =>
			reject(new Error(`The database could not be locked:\n${lockHolder.lines().join('\n')}`)),
		);
	});
	return async () => {
		await lockHolder.stop(RELEASE_TIMEOUT_MS);
	};
}
