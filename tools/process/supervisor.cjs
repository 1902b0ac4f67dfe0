// Runs one command in a process group of its own, and kills the group when the parent of this
// process ends. The IPC channel to the parent closes even when the parent is killed by SIGKILL,
// which runs no exit handler.
const { spawn, spawnSync } = require('node:child_process');

const [command, ...args] = process.argv.slice(2);
const onWindows = process.platform === 'win32';
// No shell: on Windows it would take a space in a path for the end of an argument.
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

function killGroup() {
	// This process is in the group, so on Unix it ends here.
	if (!onWindows) process.kill(-process.pid, 'SIGKILL');
	if (child.pid !== undefined) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
	process.exit(1);
}

function reportAndExit(report) {
	if (process.connected) process.send(report, killGroup);
	else killGroup();
}

if (child.pid !== undefined && process.connected) process.send({ pid: child.pid });
child.on('error', (error) =>
	reportAndExit({ code: null, signal: null, startError: error.message }),
);
child.on('exit', (code, signal) => reportAndExit({ code, signal }));
process.on('message', () => child.kill('SIGTERM'));
process.on('disconnect', killGroup);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, killGroup);
