// Runs one command in a process group of its own and ends the whole group when the process that asked for it
// goes away, however it goes: its IPC channel closes even on SIGKILL, when no exit handler runs any more.
const { spawn, spawnSync } = require('node:child_process');

const [command, ...args] = process.argv.slice(2);
const onWindows = process.platform === 'win32';
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: onWindows });

function endGroup() {
	if (!onWindows) process.kill(-process.pid, 'SIGKILL');
	if (child.pid !== undefined) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
	process.exit(1);
}

function reportAndEnd(report) {
	if (process.connected) process.send(report, endGroup);
	else endGroup();
}

if (child.pid !== undefined && process.connected) process.send({ pid: child.pid });
child.on('error', (error) => reportAndEnd({ code: null, signal: null, problem: error.message }));
child.on('exit', (code, signal) => reportAndEnd({ code, signal }));
process.on('message', () => child.kill('SIGTERM'));
process.on('disconnect', endGroup);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, endGroup);
