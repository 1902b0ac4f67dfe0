import { setTimeout as delay } from 'node:timers/promises';

/** Memory of the n8n process, bytes. */
export interface Memory {
	resident: number;
	/** Used heap, including garbage that was not collected yet. */
	heap: number;
}

const MEASURE_EVERY_MS = 250;

/** The names in n8n's /metrics. */
const METRIC_NAMES = {
	resident: 'n8n_process_resident_memory_bytes',
	heap: 'n8n_nodejs_heap_size_used_bytes',
};

function metricValue(metrics: string, name: string): number {
	const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1];
	if (value === undefined) throw new Error(`n8n's metrics have no ${name}`);
	return Number(value);
}

async function readMemory(baseUrl: string): Promise<Memory> {
	const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
	return {
		resident: metricValue(metrics, METRIC_NAMES.resident),
		heap: metricValue(metrics, METRIC_NAMES.heap),
	};
}

/**
 * Measures n8n's memory repeatedly until `stop`, which returns the first and the highest values.
 * n8n needs N8N_METRICS=true.
 */
export async function watchMemory(
	baseUrl: string,
): Promise<{ stop: () => Promise<{ first: Memory; most: Memory }> }> {
	const first = await readMemory(baseUrl);
	const most = { ...first };
	let isWatching = true;
	async function watch(): Promise<void> {
		while (isWatching) {
			const current = await readMemory(baseUrl);
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
