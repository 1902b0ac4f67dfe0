// n8n loads this file because of NODE_OPTIONS=--require (see n8nProbe.ts). It measures n8n from
// inside its process. Child processes of n8n load the file too, but it only acts in n8n's own
// processes.
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { createServer } = require('node:net');
const path = require('node:path');

/** Sends to each client that connects how much processor time n8n has used, in microseconds. */
function serveProcessorTime(socket) {
	const server = createServer((connection) => {
		const { user, system } = process.cpuUsage();
		connection.end(String(user + system));
	});
	// A killed n8n leaves the socket file behind. On Windows the pipe is not a file.
	if (process.platform !== 'win32') rmSync(socket, { force: true });
	server.listen(socket).unref();
}

/** Writes a CPU profile when n8n ends. Replaces --cpu-prof, which NODE_OPTIONS does not allow. */
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

if (['start', 'webhook', 'worker'].includes(process.argv[2])) {
	const { BENCH_SOCKET, BENCH_PROFILE_FOLDER } = process.env;
	serveProcessorTime(`${BENCH_SOCKET}-${process.pid}`);
	if (BENCH_PROFILE_FOLDER !== undefined) writeProfile(BENCH_PROFILE_FOLDER);
}
