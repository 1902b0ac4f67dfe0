import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const SOCKET =
	process.platform === 'win32'
		? `\\\\.\\pipe\\n8n-benchmark-${process.pid}`
		: path.join(tmpdir(), `n8n-benchmark-${process.pid}.sock`);

/** Environment of an n8n that can be asked how much processor time it used, and profiles itself if there is a folder. */
export const observed = (profileFolder: string | undefined): Record<string, string> => ({
	NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, 'n8nProbe.cjs'))}`,
	BENCH_SOCKET: SOCKET,
	...(profileFolder !== undefined && { BENCH_PROFILE_FOLDER: path.resolve(profileFolder) }),
});

/** Milliseconds of processor time that n8n, with all its threads, has used so far. */
export async function processorTime(): Promise<number> {
	return Number(await text(connect(SOCKET))) / 1000;
}
