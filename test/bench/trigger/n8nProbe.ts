import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const SOCKET =
	process.platform === 'win32'
		? `\\\\.\\pipe\\n8n-benchmark-${process.pid}`
		: path.join(tmpdir(), `n8n-benchmark-${process.pid}.sock`);

/** Environment variables that load n8nProbe.cjs into n8n. With a folder, n8n writes a CPU profile there when it ends. */
export const probeEnv = (profileFolder: string | undefined): Record<string, string> => ({
	NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, 'n8nProbe.cjs'))}`,
	BENCH_SOCKET: SOCKET,
	...(profileFolder !== undefined && { BENCH_PROFILE_FOLDER: path.resolve(profileFolder) }),
});

/** The processor time that n8n has used so far with all its threads, milliseconds. */
export async function processorTime(): Promise<number> {
	return Number(await text(connect(SOCKET))) / 1000;
}
