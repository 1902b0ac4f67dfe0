import { setTimeout as delay } from 'node:timers/promises';

/** Bytes. */
export interface Memory {
	/** Resident memory of the process. */
	resident: number;
	/** Used heap, garbage included. */
	heap: number;
}

const MEASURE_EVERY_MS = 250;

const METRICS = {
	resident: 'n8n_process_resident_memory_bytes',
	heap: 'n8n_nodejs_heap_size_used_bytes',
};

function metricValue(metrics: string, name: string): number {
	const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1];
	if (value === undefined) throw new Error(`n8n's metrics have no ${name}`);
	return Number(value);
}

async function measure(baseUrl: string): Promise<Memory> {
	const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
	return {
		resident: metricValue(metrics, METRICS.resident),
		heap: metricValue(metrics, METRICS.heap),
	};
}

/** Measures the memory of an n8n with N8N_METRICS=true until `stop`, which returns the first and the highest values. */
export async function watchMemory(
	baseUrl: string,
): Promise<{ stop: () => Promise<{ first: Memory; most: Memory }> }> {
	const first = await measure(baseUrl);
	const most = { ...first };
	let isWatching = true;
	async function watch(): Promise<void> {
		while (isWatching) {
			const current = await measure(baseUrl);
			most.resident = Math.max(most.resident, current.resident);
			most.heap = Math.max(most.heap, current.heap);
			await delay(MEASURE_EVERY_MS);
		}
	}
	const watching = watch();
	return {
		async stop() {
			isWatching = false;
			await watching;
			return { first, most };
		},
	};
}
