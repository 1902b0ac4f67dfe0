import { readFile } from 'node:fs/promises';
import { WebSocket } from 'undici';
import { z } from 'zod';

/**
 * Environment variables that open the Node.js inspector of n8n. `usedHeap` needs it to force a
 * garbage collection.
 */
export const INSPECTOR_ENV = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const INSPECTOR_ADDRESS = /Debugger listening on ws:\/\/([\d.:]+)\//g;
const TIMEOUT_MS = 60_000;

const targetsSchema = z.array(z.object({ url: z.string(), webSocketDebuggerUrl: z.string() }));
const responseSchema = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) });

/**
 * JavaScript that runs in n8n. It collects and measures in one message, because under load a
 * process allocates up to 200 MB between two messages of the inspector. The second collection frees
 * what the finalizers of the first one released.
 */
const USED_HEAP_AFTER_GC = `(() => {
	process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
	const collectGarbage = process.getBuiltinModule('node:vm').runInNewContext('gc');
	collectGarbage();
	collectGarbage();
	return process.memoryUsage().heapUsed;
})()`;

/**
 * The inspector URL of the n8n that writes this log. The log also names the inspectors of n8n's
 * child processes.
 */
async function inspectorUrl(logFile: string): Promise<string> {
	const addresses = [...(await readFile(logFile, 'utf8')).matchAll(INSPECTOR_ADDRESS)].map(
		([, address = '']) => address,
	);
	for (const address of addresses.reverse()) {
		const response = await fetch(`http://${address}/json/list`).catch(() => undefined);
		if (!response) continue;
		const n8n = targetsSchema
			.parse(await response.json())
			.find(({ url }) => url.endsWith('/n8n/bin/n8n'));
		if (n8n) return n8n.webSocketDebuggerUrl;
	}
	throw new Error(`${logFile} has no line with the address of n8n's inspector`);
}

/** Forces a garbage collection in n8n. Returns the bytes of its heap that are still in use. */
export async function usedHeap(logFile: string): Promise<number> {
	const socket = new WebSocket(await inspectorUrl(logFile));
	const response = new Promise<unknown>((resolve, reject) => {
		socket.addEventListener('open', () => {
			const params = { expression: USED_HEAP_AFTER_GC, returnByValue: true };
			socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
		});
		socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))));
		socket.addEventListener('error', () =>
			reject(new Error("The connection to n8n's inspector failed")),
		);
		setTimeout(
			() => reject(new Error("n8n's inspector did not respond in time")),
			TIMEOUT_MS,
		).unref();
	});
	try {
		return responseSchema.parse(await response).result.result.value;
	} finally {
		socket.close();
	}
}
