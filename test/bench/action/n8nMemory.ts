import { setTimeout as delay } from 'node:timers/promises';

export interface Memory {
	/** Bytes of the process, and of the objects on its heap, garbage included. */
	resident: number;
	heap: number;
}

const EVERY_MS = 250;

const METRICS = {
	resident: 'n8n_process_resident_memory_bytes',
	heap: 'n8n_nodejs_heap_size_used_bytes',
};

function read(metrics: string, name: string): number {
	const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1];
	if (value === undefined) throw new Error(`n8n's metrics have no ${name}`);
	return Number(value);
}

async function measure(baseUrl: string): Promise<Memory> {
	const text = await (await fetch(`${baseUrl}/metrics`)).text();
	return { resident: read(text, METRICS.resident), heap: read(text, METRICS.heap) };
}

/** Watches the memory of an n8n that shows its metrics; `stop` tells what it had at first and at most. */
export async function watchMemory(
	baseUrl: string,
): Promise<{ stop: () => Promise<{ first: Memory; most: Memory }> }> {
	const first = await measure(baseUrl);
	const most = { ...first };
	let watching = true;
	async function watch(): Promise<void> {
		while (watching) {
			const now = await measure(baseUrl);
			most.resident = Math.max(most.resident, now.resident);
			most.heap = Math.max(most.heap, now.heap);
			await delay(EVERY_MS);
		}
	}
	const watched = watch();
	return {
		async stop() {
			watching = false;
			await watched;
			return { first, most };
		},
	};
}
