import { readFile } from 'node:fs/promises';

/** What the system says about a process. */
export interface ProcessStatus {
	/** The memory of the process, in bytes. */
	residentBytes: number;
	/** The most memory that it has had so far, in bytes. */
	peakBytes: number;
	/** The processor time that all of its threads have used so far. */
	processorSeconds: number;
}

/** Linux counts processor time in units of 10 ms. */
const TICKS_PER_SECOND = 100;

/** Undefined where the system has no /proc, or if the process has ended. */
export async function readProcessStatus(pid: number): Promise<ProcessStatus | undefined> {
	const [status, stat] = await Promise.all(
		['status', 'stat'].map(
			async (file) => await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
		),
	);
	if (!status || !stat) return undefined;
	const bytes = (field: string) =>
		Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
	// The name of the program, in parentheses, may contain spaces. Behind it the 12th and 13th field
	// are user and system time.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const ticks = Number(fields[11]) + Number(fields[12]);
	return {
		residentBytes: bytes('VmRSS'),
		peakBytes: bytes('VmHWM'),
		processorSeconds: ticks / TICKS_PER_SECOND,
	};
}
