import { readFile } from 'node:fs/promises';

/** The most memory that a process has had so far, in bytes. Undefined where the system has no /proc. */
export async function peakMemoryBytes(pid: number): Promise<number | undefined> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
	return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
