import path from 'node:path';

/** The newest n8n that the tests run on, and the one that `npm start` and the benchmarks run. */
export const N8N_VERSION = '2.41.1';

/** The oldest n8n that the tests run on. */
export const OLDEST_N8N_VERSION = '2.35.7';

export type N8nVersion = typeof N8N_VERSION | typeof OLDEST_N8N_VERSION;

/** What the installation of one version needs, for messages. */
export const INSTALLATION_SIZE_AND_TIME = 'about 2.2 GB, 4 to 5 minutes';

/**
 * Folder with the package.json and package-lock.json of a version. n8n publishes no lock file of
 * its own; without one, tests would fail whenever one of its 1,500 dependencies publishes a version
 * that does not fit.
 */
export function manifestFolder(version: N8nVersion): string {
	return path.join(__dirname, 'release', version);
}
