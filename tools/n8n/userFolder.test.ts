import { once } from 'node:events';
import { createServer } from 'node:net';

const { JEST_WORKER_ID } = process.env;

/** Loads the module as another worker of Jest does. */
function loadInWorker(worker: string) {
	process.env.JEST_WORKER_ID = worker;
	jest.resetModules();
	return jest.requireActual<typeof import('./userFolder')>('./userFolder');
}

afterEach(() => {
	process.env.JEST_WORKER_ID = JEST_WORKER_ID;
});

test.each([
	['1', 4100],
	['2', 5100],
	['3', 6100],
])('Jest worker %s has ports of its own', (worker, port) => {
	const { jestWorkerPort } = loadInWorker(worker);

	expect(jestWorkerPort(4100)).toBe(port);
});

test('in every Jest worker, a port that was found is found again', async () => {
	const { findFreePort } = loadInWorker('2');
	const port = await findFreePort(4100);

	expect(await findFreePort(port)).toBe(port);
});

test('a port is not free if a program listens on it at other addresses', async () => {
	const { findFreePort } = loadInWorker('1');
	const port = await findFreePort(4100);
	// macOS has no address 127.0.0.2. Elsewhere, a port that is in use at all addresses is in use at
	// 127.0.0.1, too, so that would test nothing.
	const server = createServer().listen(port, process.platform === 'darwin' ? '::' : '127.0.0.2');
	await once(server, 'listening');

	const found = await findFreePort(port);

	server.close();
	expect(found).not.toBe(port);
});
