import path from 'node:path';
import envPaths from 'env-paths';

/**
 * Where what takes minutes to make is kept between runs and checkouts: the user's cache folder
 * (Linux: ~/.cache/n8n-nodes-smartcar), or the folder in N8N_NODES_SMARTCAR_CACHE.
 */
export function cacheFolder(): string {
	const chosen = process.env.N8N_NODES_SMARTCAR_CACHE;
	return chosen ? path.resolve(chosen) : envPaths('n8n-nodes-smartcar', { suffix: '' }).cache;
}
