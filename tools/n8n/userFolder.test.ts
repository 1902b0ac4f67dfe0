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
