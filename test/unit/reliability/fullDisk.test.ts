import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { SupervisedProcess } from '../../../tools/process/supervisedProcess';
import { simulateFullDisk } from '../../reliability/instances/fullDisk';

/** Writes the same byte of a file over and over, and prints `written` or the error code. */
const WRITER = `
	const { openSync, writeSync } = require('node:fs');
	const file = openSync('written', 'w');
	setInterval(() => {
		try {
			writeSync(file, 'x', 0);
			console.log('written');
		} catch ({ code }) {
			console.log(code);
		}
	}, 5);
`;

const onLinux = process.platform === 'linux' ? test : test.skip;

let folder: string;
let writer: SupervisedProcess | undefined;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-full-'));
});

afterEach(async () => {
	await writer?.kill();
	rmSync(folder, { recursive: true });
});

onLinux(
	'a process cannot write, not even over existing bytes, until the disk has room again',
	async () => {
		const started = new SupervisedProcess(process.execPath, ['-e', WRITER], { cwd: folder });
		writer = started;
		const prints = async (line: string) =>
			await pWaitFor(() => started.lines().at(-1) === line, { interval: 5, timeout: 20_000 });
		await prints('written');

		const release = await simulateFullDisk(started.pid);
		await prints('EFBIG');
		await release();
		await prints('written');

		expect(new Set(started.lines())).toEqual(new Set(['written', 'EFBIG']));
	},
);

test('the error for a process that has ended names its ID', async () => {
	const ended = new SupervisedProcess(process.execPath, ['-e', ''], { cwd: tmpdir() });
	await ended.exited;
	await expect(simulateFullDisk(ended.pid)).rejects.toThrow(`for the process ${ended.pid} failed`);
});

test('a process that was never started is an error', async () => {
	await expect(simulateFullDisk(undefined)).rejects.toThrow('does not run');
});
