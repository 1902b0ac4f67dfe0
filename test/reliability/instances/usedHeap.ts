import { readFile } from 'node:fs/promises';
import { WebSocket } from 'undici';
import { z } from 'zod';

/** Opens n8n's inspector, through which a garbage collection can be forced. */
export const INSPECTOR_ENV = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const LISTENING = /Debugger listening on ws:\/\/([\d.:]+)\//g;
const TIMEOUT_MS = 60_000;

const targetsSchema = z.array(z.object({ url: z.string(), webSocketDebuggerUrl: z.string() }));
const usageSchema = z.object({ result: z.object({ usedSize: z.number() }) });

/** The inspector URL of the n8n that writes this log. Child processes of n8n open an inspector too. */
async function inspectorUrl(logFile: string): Promise<string> {
	const hosts = [...(await readFile(logFile, 'utf8')).matchAll(LISTENING)].map(
		([, host = '']) => host,
	);
	for (const host of hosts.reverse()) {
		const response = await fetch(`http://${host}/json/list`).catch(() => undefined);
		if (!response) continue;
		const n8n = targetsSchema
			.parse(await response.json())
			.find(({ url }) => url.endsWith('/n8n/bin/n8n'));
		if (n8n) return n8n.webSocketDebuggerUrl;
	}
	throw new Error(`${logFile} names no inspector of n8n`);
}

/** Bytes of heap that n8n uses after a garbage collection. */
export async function usedHeap(logFile: string): Promise<number> {
	const socket = new WebSocket(await inspectorUrl(logFile));
	const usage = new Promise<unknown>((resolve, reject) => {
		socket.addEventListener('open', () => {
			// The second collection frees what the finalizers of the first one released.
			for (const [id, method] of [
				'HeapProfiler.collectGarbage',
				'HeapProfiler.collectGarbage',
				'Runtime.getHeapUsage',
			].entries()) {
				socket.send(JSON.stringify({ id, method }));
			}
		});
		socket.addEventListener('message', ({ data }) => {
			const message: unknown = JSON.parse(String(data));
			if (usageSchema.safeParse(message).success) resolve(message);
		});
		socket.addEventListener('error', () =>
			reject(new Error("The connection to n8n's inspector broke")),
		);
		setTimeout(
			() => reject(new Error("n8n's inspector did not respond in time")),
			TIMEOUT_MS,
		).unref();
	});
	try {
		return usageSchema.parse(await usage).result.usedSize;
	} finally {
		socket.close();
	}
}
