import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { N8nProcess } from '../../support/loadTestN8n';

/**
 * The probe of each n8n process listens here, with the process ID added: a Unix socket, or a named
 * pipe on Windows.
 */
const SOCKET =
	process.platform === 'win32'
		? `\\\\.\\pipe\\n8n-benchmark-${process.pid}`
		: path.join(tmpdir(), `n8n-benchmark-${process.pid}`);

/**
 * Environment variables that load n8nProbe.cjs into n8n.
 * @param profileFolder where n8n writes a CPU profile when it ends; without it, n8n writes none
 */
export const probeEnv = (profileFolder: string | undefined): Record<string, string> => ({
	NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, 'n8nProbe.cjs'))}`,
	BENCH_SOCKET: SOCKET,
	...(profileFolder !== undefined && { BENCH_PROFILE_FOLDER: path.resolve(profileFolder) }),
});

/** The processor time that all threads of these n8n processes have used so far. */
export async function readProcessorTimeMs(processes: readonly N8nProcess[]): Promise<number> {
	const times = await Promise.all(
		processes.map(async ({ pid }) => Number(await text(connect(`${SOCKET}-${pid}`)))),
	);
	return times.reduce((sum, microseconds) => sum + microseconds, 0) / 1000;
}
