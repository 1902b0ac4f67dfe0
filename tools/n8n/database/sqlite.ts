import path from 'node:path';
import { commandError, runProcess, SupervisedProcess } from '../../process/supervisedProcess';
import type { N8nUserFolder } from '../userFolder';
import type { N8nInstallation } from '../install';
import type { Database } from './database';

const SQLITE_SCRIPT = path.join(__dirname, 'sqliteProcess.cjs');
const LOCK_TIMEOUT_MS = 60_000;
const RELEASE_TIMEOUT_MS = 10_000;

const databaseFile = ({ path: folder }: N8nUserFolder) =>
	path.join(folder, '.n8n', 'database.sqlite');

/** The SQLite database of an n8n with default settings. */
export function sqliteDatabase({ node }: N8nInstallation, userFolder: N8nUserFolder): Database {
	async function run(
		task: 'query' | 'execute',
		sql: string,
		onRow: (row: unknown) => void = () => undefined,
	): Promise<void> {
		const result = await runProcess(
			node,
			['--no-warnings', SQLITE_SCRIPT, task, databaseFile(userFolder), sql],
			{
				cwd: userFolder.path,
				onLine: (line, stream) => {
					if (stream === 'stdout') onRow(JSON.parse(line));
				},
			},
		);
		if (result.code !== 0) throw commandError(`SQLite (${task})`, result);
	}
	return {
		query: async (sql, onRow) => await run('query', sql, onRow),
		execute: async (sql) => await run('execute', sql),
	};
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
		{ cwd: userFolder.path },
	);
	const isLocked = () => lockHolder.lines().includes('locked');
	await lockHolder.waitUntil(isLocked, 'SQLite did not lock the database', LOCK_TIMEOUT_MS);
	return async () => {
		await lockHolder.stop(RELEASE_TIMEOUT_MS);
	};
}
