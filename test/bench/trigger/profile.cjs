// Loaded into n8n by NODE_OPTIONS=--require: writes a CPU profile of `n8n start` when it ends. (--cpu-prof itself is not
// allowed there.) Chrome's developer tools and others can show it.
const { mkdirSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const path = require('node:path');

if (process.argv[2] === 'start') {
	const folder = process.env.BENCH_PROFILE_FOLDER;
	const session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.start');
	process.on('exit', () => {
		session.post('Profiler.stop', (error, result) => {
			if (error) throw error;
			mkdirSync(folder, { recursive: true });
			writeFileSync(path.join(folder, `n8n-${process.pid}.cpuprofile`), JSON.stringify(result.profile));
		});
	});
}
