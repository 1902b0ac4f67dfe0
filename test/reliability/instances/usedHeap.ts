import { readFile } from 'node:fs/promises';
import { WebSocket } from 'undici';
import { z } from 'zod';

/** Has n8n listen for a debugger, which alone can make it collect its garbage. */
export const HEAP_ENV = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const LISTENING = /Debugger listening on ws:\/\/([\d.:]+)\//g;
const TIMEOUT_MS = 60_000;

const targetsSchema = z.array(z.object({ url: z.string(), webSocketDebuggerUrl: z.string() }));
const usageSchema = z.object({ result: z.object({ usedSize: z.number() }) });

/** The debugger address of the n8n that writes this log; other processes with the same environment have one as well. */
async function debuggerOf(logFile: string): Promise<string> {
	const hosts = [...(await readFile(logFile, 'utf8')).matchAll(LISTENING)].map(
		([, host = '']) => host,
	);
	for (const host of hosts.reverse()) {
		const answer = await fetch(`http://${host}/json/list`).catch(() => undefined);
		if (!answer) continue;
		const n8n = targetsSchema
			.parse(await answer.json())
			.find(({ url }) => url.endsWith('/n8n/bin/n8n'));
		if (n8n) return n8n.webSocketDebuggerUrl;
	}
	throw new Error(`No n8n that could be asked for its memory was found in ${logFile}`);
}

/** Bytes of the heap that n8n still uses after its garbage was collected. */
export async function usedHeap(logFile: string): Promise<number> {
	const socket = new WebSocket(await debuggerOf(logFile));
	const replies = new Promise<unknown>((resolve, reject) => {
		socket.addEventListener('open', () => {
			// Twice: finalizers of the first round free what the second collects.
			for (const [id, method] of [
				'HeapProfiler.collectGarbage',
				'HeapProfiler.collectGarbage',
				'Runtime.getHeapUsage',
			].entries()) {
				socket.send(JSON.stringify({ id, method }));
			}
		});
		socket.addEventListener('message', ({ data }) => {
			const reply: unknown = JSON.parse(String(data));
			if (usageSchema.safeParse(reply).success) resolve(reply);
		});
		socket.addEventListener('error', () =>
			reject(new Error('The debugger of n8n broke the connection')),
		);
		setTimeout(() => reject(new Error('The debugger of n8n does not answer')), TIMEOUT_MS).unref();
	});
	try {
		return usageSchema.parse(await replies).result.usedSize;
	} finally {
		socket.close();
	}
}
