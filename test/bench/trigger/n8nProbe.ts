import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The probe listens here: a Unix socket, or a named pipe on Windows. */
const SOCKET =
	process.platform === 'win32'
		? `\\\\.\\pipe\\n8n-benchmark-${process.pid}`
		: path.join(tmpdir(), `n8n-benchmark-${process.pid}.sock`);

/**
 * Environment variables that load n8nProbe.cjs into n8n.
 * @param profileFolder where n8n writes a CPU profile when it ends; without it, n8n writes none
 */
export const probeEnv = (profileFolder: string | undefined): Record<string, string> => ({
	NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, 'n8nProbe.cjs'))}`,
	BENCH_SOCKET: SOCKET,
	...(profileFolder !== undefined && { BENCH_PROFILE_FOLDER: path.resolve(profileFolder) }),
});

/** The processor time that all threads of n8n have used so far. */
export async function readProcessorTimeMs(): Promise<number> {
	return Number(await text(connect(SOCKET))) / 1000;
}
