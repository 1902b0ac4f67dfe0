import { findChromium } from './chromium';
import { findQueuePrograms } from './n8n/queue/queuePrograms';
import { N8N_VERSION, OLDEST_N8N_VERSION, type N8nVersion } from './n8n/releases';

/** What `npm test -- <name>` runs. */
export interface Suite {
	/** The script in package.json, or the project in jest.config.js. */
	run: { npmScript: string } | { jestProject: string };
	/** Whether the tests need the built and packed package. */
	needsPackage?: true;
	/** The n8n that the tests start. */
	n8nVersion?: N8nVersion;
	env?: Record<string, string>;
	/** Whether `npm test` runs it only if it is named. */
	onlyWhenNamed?: true;
	/**
	 * Looks for programs that the tests need and npm does not install.
	 * @returns which ones are missing and how to install them; undefined if none is missing
	 */
	findMissingPrograms?: () => Promise<string | undefined>;
}

async function findMissingServers(): Promise<string | undefined> {
	const programs = await findQueuePrograms();
	return 'missing' in programs ? programs.missing : undefined;
}

async function findMissingBrowser(): Promise<string | undefined> {
	const chromium = findChromium();
	return 'missing' in chromium ? chromium.missing : undefined;
}

const editor: Suite = {
	run: { jestProject: 'editor' },
	needsPackage: true,
	n8nVersion: N8N_VERSION,
	findMissingPrograms: findMissingBrowser,
};

/** All names that `npm test --` takes, in the order in which they run. */
export const SUITES: Record<string, Suite> = {
	lint: { run: { npmScript: 'lint' } },
	types: { run: { npmScript: 'types' } },
	unit: { run: { jestProject: 'unit' } },
	simulator: { run: { jestProject: 'simulator' } },
	tools: { run: { jestProject: 'tools' } },
	workflow: { run: { jestProject: 'workflow' }, needsPackage: true },
	package: { run: { jestProject: 'package' }, needsPackage: true },
	scan: { run: { jestProject: 'scan' }, needsPackage: true },
	e2e: { run: { jestProject: 'e2e' }, needsPackage: true, n8nVersion: N8N_VERSION },
	'e2e-oldest': {
		run: { jestProject: 'e2e-oldest' },
		needsPackage: true,
		n8nVersion: OLDEST_N8N_VERSION,
	},
	queue: {
		run: { jestProject: 'queue' },
		needsPackage: true,
		n8nVersion: N8N_VERSION,
		findMissingPrograms: findMissingServers,
	},
	editor,
	'editor-all': { ...editor, env: { SMARTCAR_EDITOR: 'all' }, onlyWhenNamed: true },
	screenshots: {
		...editor,
		env: { SMARTCAR_EDITOR: 'all', SMARTCAR_PICTURES: 'docs' },
		onlyWhenNamed: true,
	},
};
