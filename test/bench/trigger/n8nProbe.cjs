// Loaded into n8n by NODE_OPTIONS=--require. Child processes of n8n load it too, but it is active in `n8n start` only.
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { createServer } = require('node:net');
const path = require('node:path');

/** Sends the processor time that n8n has used, in microseconds, to each client that connects. */
function serveProcessorTime(socket) {
	const server = createServer((connection) => {
		const { user, system } = process.cpuUsage();
		connection.end(String(user + system));
	});
	// A killed n8n leaves the socket file behind. On Windows the pipe is not a file.
	if (process.platform !== 'win32') rmSync(socket, { force: true });
	server.listen(socket).unref();
}

/** Writes a CPU profile when n8n ends. NODE_OPTIONS does not allow --cpu-prof. */
function writeProfile(folder) {
	const session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.start');
	process.on('exit', () => {
		session.post('Profiler.stop', (error, result) => {
			if (error) throw error;
			mkdirSync(folder, { recursive: true });
			writeFileSync(
				path.join(folder, `n8n-${process.pid}.cpuprofile`),
				JSON.stringify(result.profile),
			);
		});
	});
}

if (process.argv[2] === 'start') {
	const { BENCH_SOCKET, BENCH_PROFILE_FOLDER } = process.env;
	serveProcessorTime(BENCH_SOCKET);
	if (BENCH_PROFILE_FOLDER !== undefined) writeProfile(BENCH_PROFILE_FOLDER);
}
