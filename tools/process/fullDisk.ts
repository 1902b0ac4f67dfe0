import { run } from './supervised';

async function prlimit(pid: number, args: string[]): Promise<string> {
	const { code, stdout, lines, problem } = await run('prlimit', ['--pid', String(pid), ...args], {
		cwd: process.cwd(),
		env: { PATH: process.env.PATH },
	});
	if (code === 0) return stdout.trim();
	throw new Error(
		`The limits of process ${pid} could not be changed (prlimit, on Linux only): ${problem ?? lines.join(' ')}`,
	);
}

/**
 * Stops a process from writing to its files, as a full disk does, and also over what is there: the size that it may
 * bring a file to (RLIMIT_FSIZE) becomes 0. For this process alone, and without the rights to mount a disk that could be filled.
 * @returns what ends that
 * @throws Error when the process is not there, or the machine has no `prlimit`
 */
export async function fillDisk(pid: number | undefined): Promise<() => Promise<void>> {
	if (pid === undefined) throw new Error('The process whose disk was to be full is not there');
	const before = await prlimit(pid, ['--fsize', '--output=SOFT', '--noheadings', '--raw']);
	await prlimit(pid, ['--fsize=0:']);
	return async () => {
		await prlimit(pid, [`--fsize=${before}:`]);
	};
}
