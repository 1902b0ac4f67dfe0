// Loaded into n8n by NODE_OPTIONS=--require; works in `n8n start` only.
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { createServer } = require('node:net');
const path = require('node:path');

/** Tells whoever connects how much processor time n8n has used, in microseconds. */
function tellProcessorTime(socket) {
	const server = createServer((connection) => {
		const { user, system } = process.cpuUsage();
		connection.end(String(user + system));
	});
	// An n8n that was killed leaves it behind; a pipe of Windows is not a file.
	if (process.platform !== 'win32') rmSync(socket, { force: true });
	server.listen(socket).unref();
}

/** Writes a CPU profile of all that n8n did when it ends. (--cpu-prof itself is not allowed in NODE_OPTIONS.) */
function profile(folder) {
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
	tellProcessorTime(BENCH_SOCKET);
	if (BENCH_PROFILE_FOLDER !== undefined) profile(BENCH_PROFILE_FOLDER);
}
