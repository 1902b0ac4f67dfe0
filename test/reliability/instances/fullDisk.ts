import { commandError, runProcess } from '../../../tools/process/supervisedProcess';

async function runPrlimit(pid: number, args: string[]): Promise<string> {
	const result = await runProcess('prlimit', ['--pid', String(pid), ...args], {
		cwd: process.cwd(),
	});
	if (result.code === 0) return result.stdout.trim();
	throw commandError(`prlimit, which only Linux has, for the process ${pid}`, result);
}

/**
 * Makes every write of a process to a file fail, as on a full disk. It sets the size of the largest
 * file that the process may write (RLIMIT_FSIZE) to 0 bytes. To fill a real disk would need root
 * rights, and could affect other processes.
 * @returns a function that restores the limit
 * @throws Error when the process does not run, or the machine has no `prlimit`
 */
export async function simulateFullDisk(pid: number | undefined): Promise<() => Promise<void>> {
	if (pid === undefined) throw new Error('The process does not run: it has no ID');
	const originalLimit = await runPrlimit(pid, [
		'--fsize',
		'--output=SOFT',
		'--noheadings',
		'--raw',
	]);
	// With the colon the hard limit stays, so the soft one can be restored.
	await runPrlimit(pid, ['--fsize=0:']);
	return async () => {
		await runPrlimit(pid, [`--fsize=${originalLimit}:`]);
	};
}
