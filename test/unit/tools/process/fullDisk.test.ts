import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { fillDisk } from '../../../../tools/process/fullDisk';
import { SupervisedProcess } from '../../../../tools/process/supervised';

/** Writes to the third and the fourth byte of a file, again and again, and prints what became of each. */
const WRITER = `
	const { openSync, writeSync } = require('node:fs');
	const file = openSync('written', 'w');
	const write = (position) => {
		try {
			writeSync(file, 'x', position);
			return 'written';
		} catch ({ code }) {
			return code;
		}
	};
	setInterval(() => console.log(write(2), write(3)), 5);
`;

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a process can write over what is kept, and nothing else until the disk has room again', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-full-'));
	const writer = new SupervisedProcess(process.execPath, ['-e', WRITER], { cwd: folder, env: {} });
	const prints = async (line: string) =>
		await pWaitFor(() => writer.lines().at(-1) === line, { interval: 5, timeout: 10_000 });
	await prints('written written');

	const release = await fillDisk(writer.pid, 3);
	await prints('written EFBIG');
	await release();
	await prints('written written');
	await writer.kill();

	expect(new Set(writer.lines())).toEqual(new Set(['written written', 'written EFBIG']));
	rmSync(folder, { recursive: true });
});

test('a process that has ended is named', async () => {
	const ended = new SupervisedProcess(process.execPath, ['-e', ''], { cwd: tmpdir(), env: {} });
	await ended.exited;
	await expect(fillDisk(ended.pid, 0)).rejects.toThrow(`process ${ended.pid} could not be changed`);
});

test('a process that was never started is an error', async () => {
	await expect(fillDisk(undefined, 0)).rejects.toThrow('is not there');
});
