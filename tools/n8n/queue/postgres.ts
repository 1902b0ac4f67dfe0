import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	commandError,
	runProcess,
	SupervisedProcess,
	type ProcessResult,
} from '../../process/supervisedProcess';
import type { Database } from '../database/database';
import { findFreePort, jestWorkerPort } from '../userFolder';
import { findUnprivilegedAccount } from './unprivilegedAccount';
import type { QueuePrograms } from './queuePrograms';

const PREFERRED_PORT = jestWorkerPort(5540);
const USER = 'n8n';
const START_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 10_000;

interface PostgresConnection {
	host: string;
	port: number;
	user: string;
	database: string;
}

/** Environment with which n8n uses a server as its database. */
export const postgresEnv = ({ host, port, user, database }: PostgresConnection) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_USER: user,
	DB_POSTGRESDB_DATABASE: database,
});

/** A PostgreSQL server with temporary data. It always stops with this process. */
export class Postgres implements Database {
	private constructor(
		private readonly port: number,
		private readonly psql: string,
		private readonly folder: string,
		private readonly server: SupervisedProcess,
	) {}

	/**
	 * @param settings parameters of PostgreSQL's configuration
	 * @throws Error with what PostgreSQL printed when it does not start
	 */
	static async start(
		{ initdb, postgres, psql }: QueuePrograms,
		settings: Record<string, string> = {},
	): Promise<Postgres> {
		const account = await findUnprivilegedAccount();
		const folder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-postgres-'));
		await account.takeOwnership(folder);
		const env = { PATH: process.env.PATH, LC_ALL: 'C' };
		const data = path.join(folder, 'data');
		const created = await runProcess(
			...account.commandLine(initdb, [
				'-D',
				data,
				'-U',
				USER,
				'-A',
				'trust',
				'-E',
				'UTF8',
				'--no-sync',
			]),
			{
				cwd: folder,
				env,
			},
		);
		if (created.code !== 0) throw commandError("Creating PostgreSQL's data", created);

		const port = await findFreePort(PREFERRED_PORT);
		const allSettings = {
			fsync: 'off',
			unix_socket_directories: folder,
			max_connections: '200',
			...settings,
		};
		const command = account.commandLine(postgres, [
			'-D',
			data,
			'-h',
			'127.0.0.1',
			'-p',
			String(port),
			...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		]);
		const server = new SupervisedProcess(...command, { cwd: folder, env });
		const database = new Postgres(port, psql, folder, server);
		const isReady = async () => await database.isReady();
		await server.waitUntil(isReady, 'PostgreSQL did not start', START_TIMEOUT_MS);
		return database;
	}

	/** Connection settings. The server asks for no password. */
	get connection(): PostgresConnection {
		return { host: '127.0.0.1', port: this.port, user: USER, database: 'postgres' };
	}

	/** Environment with which n8n uses this server as its database. */
	get env(): Record<string, string> {
		return postgresEnv(this.connection);
	}

	async query(sql: string, onRow: (row: unknown) => void): Promise<void> {
		const result = await this.runPsql([`SELECT row_to_json(result) FROM (${sql}) result`], (line) =>
			onRow(JSON.parse(line)),
		);
		if (result.code !== 0) throw commandError('The PostgreSQL query', result);
	}

	/** Executes an SQL statement. @throws Error with PostgreSQL's message */
	async execute(sql: string): Promise<void> {
		const result = await this.runPsql([sql]);
		if (result.code !== 0) throw commandError('The PostgreSQL statement', result);
	}

	/**
	 * Makes all connections read-only, open ones too.
	 *
	 * @returns a function that makes them writable again
	 */
	async makeReadOnly(): Promise<() => Promise<void>> {
		await this.setReadOnly('on');
		return async () => await this.setReadOnly('off');
	}

	/** Stops the server and removes its data. */
	async stop(): Promise<void> {
		await this.server.stop(STOP_GRACE_MS);
		await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
	}

	private async setReadOnly(state: 'on' | 'off'): Promise<void> {
		const result = await this.runPsql([
			'SET default_transaction_read_only = off',
			`ALTER SYSTEM SET default_transaction_read_only = ${state}`,
			'SELECT pg_reload_conf()',
		]);
		if (result.code !== 0) throw commandError('Making PostgreSQL read-only or writable', result);
	}

	private async isReady(): Promise<boolean> {
		return (await this.runPsql(['SELECT 1'])).code === 0;
	}

	/** Runs the statements one after the other in one session. */
	private async runPsql(
		statements: string[],
		onLine: (line: string) => void = () => {},
	): Promise<ProcessResult> {
		const { host, port, user, database } = this.connection;
		const connection = ['-h', host, '-p', String(port), '-U', user, '-d', database];
		const commands = statements.flatMap((sql) => ['-c', sql]);
		return await runProcess(
			this.psql,
			[...connection, '--no-psqlrc', '--quiet', '-At', '-v', 'ON_ERROR_STOP=1', ...commands],
			{
				cwd: this.folder,
				env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
				onLine: (line, stream) => {
					if (stream === 'stdout') onLine(line);
				},
			},
		);
	}
}
