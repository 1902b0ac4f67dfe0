import { setTimeout as sleep } from 'node:timers/promises';
import { N8nCli } from '../cli';
import { N8nServer } from '../server';
import * as userFolder from '../userFolder';
import { Postgres } from './postgres';
import { QueueCluster } from './queueCluster';
import { QueueProcess, type QueueProcessKind } from './queueProcess';
import { Redis } from './redis';

jest.mock('../communityPackage');
jest.mock('../userFolder');

/** The names of the parts of the cluster that were stopped, in order. */
const stopped: string[] = [];

/** A part of the cluster that only records that it was stopped. */
const startPart = (name: string, stop = async () => {}) =>
	Object.assign(Object.create(null), {
		env: {},
		stop: async () => {
			stopped.push(name);
			await stop();
		},
	});

beforeEach(() => {
	stopped.length = 0;
	jest.mocked(userFolder.createUserFolder).mockResolvedValue({ path: '/nowhere', env: {} });
	jest.spyOn(N8nServer, 'start').mockImplementation(async () => startPart('main'));
	jest.spyOn(Postgres, 'start').mockImplementation(async () => startPart('postgres'));
	jest.spyOn(Redis, 'start').mockImplementation(async () => startPart('redis'));
	jest.spyOn(N8nCli.prototype, 'importCredentials').mockResolvedValue();
	jest.spyOn(N8nCli.prototype, 'importWorkflows').mockResolvedValue();
});

afterEach(() => jest.restoreAllMocks());

const start = async () =>
	await QueueCluster.start({
		installation: { version: '2.41.1', node: 'node', script: 'n8n' },
		programs: { initdb: '', postgres: '', psql: '', 'redis-server': '' },
		tarball: '',
		credentials: [],
		workflows: [],
		processCounts: { webhook: 1, worker: 1 },
	});

const startProcesses = (byKind: Record<QueueProcessKind, () => Promise<QueueProcess>>) =>
	jest.spyOn(QueueProcess, 'start').mockImplementation(async (kind) => await byKind[kind]());

const failingStart = async () => {
	throw new Error('The worker did not start');
};

test('stops a process that was still starting when another one failed', async () => {
	startProcesses({
		worker: failingStart,
		webhook: async () => {
			await sleep(20);
			return startPart('webhook');
		},
	});

	await expect(start()).rejects.toThrow('The worker did not start');

	expect(stopped).toEqual(['webhook', 'main', 'redis', 'postgres']);
});

test('stops the other parts even if one cannot be stopped', async () => {
	const stop = async () => {
		throw new Error('It cannot be stopped');
	};
	startProcesses({ worker: failingStart, webhook: async () => startPart('webhook', stop) });

	await expect(start()).rejects.toThrow('The worker did not start');

	expect(stopped).toEqual(['webhook', 'main', 'redis', 'postgres']);
});
