import path from 'node:path';

/** What differs between the versions of n8n for whoever operates them from outside. */
interface Release {
	/** The command that activates a workflow, without the option that names it. */
	activation: string[];
	/** What its installation brings and takes, for whoever waits for it. */
	size: string;
	/** The step of `npm test` that installs it. */
	installedBy: string;
	/** The step of `npm test`, and project of jest, that tests the package on it from end to end. */
	endToEnd: string;
}

const releases = {
	'2.41.1': {
		activation: ['publish:workflow'],
		size: 'about 2.2 GB, 4 to 5 minutes',
		installedBy: 'n8n',
		endToEnd: 'e2e',
	},
	'1.123.81': {
		activation: ['update:workflow', '--active=true'],
		size: 'about 1.4 GB, 2 to 4 minutes',
		installedBy: 'e2e-n8n1',
		endToEnd: 'e2e-n8n1',
	},
} satisfies Record<string, Release>;

/** A version of n8n that release/<version>/package.json asks for and its package-lock.json pins in full. */
export type N8nVersion = keyof typeof releases;

/** The version that demo, tests and benchmarks run unless they are told otherwise. */
export const N8N_VERSION: N8nVersion = '2.41.1';

/** The version of the 1.x line, which many people still host, that tests run besides. */
export const OLDEST_N8N_VERSION: N8nVersion = '1.123.81';

export const N8N_VERSIONS: readonly N8nVersion[] = [N8N_VERSION, OLDEST_N8N_VERSION];

export function releaseOf(version: N8nVersion): Release {
	return releases[version];
}

/** Where the manifests of a version lie. */
export function manifestsOf(version: N8nVersion): string {
	return path.join(__dirname, 'release', version);
}
