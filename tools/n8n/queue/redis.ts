import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SupervisedProcess } from '../../process/supervisedProcess';
import { findFreePort, jestWorkerPort } from '../userFolder';
import type { QueuePrograms } from './queuePrograms';

const PREFERRED_PORT = jestWorkerPort(6390);
const START_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 10_000;

/** Environment with which n8n uses a server for its queue. */
export const redisEnv = (host: string, port: number) => ({
	QUEUE_BULL_REDIS_HOST: host,
	QUEUE_BULL_REDIS_PORT: String(port),
});

/** A Redis server that keeps its data in memory. It always stops with this process. */
export class Redis {
	private constructor(
		private readonly port: number,
		private readonly folder: string,
		private readonly server: SupervisedProcess,
	) {}

	/** @throws Error with what Redis printed when it does not start */
	static async start({ 'redis-server': command }: QueuePrograms): Promise<Redis> {
		const folder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-redis-'));
		const port = await findFreePort(PREFERRED_PORT);
		const settings = [
			'--port',
			String(port),
			'--bind',
			'127.0.0.1',
			'--save',
			'',
			'--appendonly',
			'no',
			'--dir',
			folder,
		];
		const server = new SupervisedProcess(command, settings, { cwd: folder });
		const isReady = () => server.hasPrinted('Ready to accept connections');
		await server.waitUntil(isReady, 'Redis did not start', START_TIMEOUT_MS);
		return new Redis(port, folder, server);
	}

	/** Environment with which n8n uses this server. */
	get env(): Record<string, string> {
		return redisEnv('127.0.0.1', this.port);
	}

	/** Stops the server. */
	async stop(): Promise<void> {
		await this.server.stop(STOP_GRACE_MS);
		await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
