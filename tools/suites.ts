import { findChromium } from './chromium';
import { findBinaries } from './n8n/queue/queuePrograms';
import { N8N_VERSION, OLDEST_N8N_VERSION, type N8nVersion } from './n8n/releases';

/** What `npm test -- <name>` runs. */
export interface Suite {
	/** The script in package.json, or the project in jest.config.js. */
	run: { script: string } | { project: string };
	/** Whether the tests need the built and packed package. */
	package?: true;
	/** The n8n that the tests start. */
	n8n?: N8nVersion;
	env?: Record<string, string>;
	/** Runs only when it is named. */
	onRequest?: true;
	/** Programs of this machine that the tests need and that npm does not install: what is missing and how to get it. */
	missingPrograms?: () => Promise<string | undefined>;
}

async function missingServers(): Promise<string | undefined> {
	const binaries = await findBinaries();
	return 'missing' in binaries ? binaries.missing : undefined;
}

async function missingBrowser(): Promise<string | undefined> {
	const chromium = findChromium();
	return 'missing' in chromium ? chromium.missing : undefined;
}

const editor: Suite = {
	run: { project: 'editor' },
	package: true,
	n8n: N8N_VERSION,
	missingPrograms: missingBrowser,
};

/** All names that `npm test --` takes, in the order in which they run. */
export const SUITES: Record<string, Suite> = {
	lint: { run: { script: 'lint' } },
	types: { run: { script: 'types' } },
	unit: { run: { project: 'unit' } },
	simulator: { run: { project: 'simulator' } },
	tools: { run: { project: 'tools' } },
	workflow: { run: { project: 'workflow' }, package: true },
	package: { run: { project: 'package' }, package: true },
	scan: { run: { project: 'scan' }, package: true },
	e2e: { run: { project: 'e2e' }, package: true, n8n: N8N_VERSION },
	'e2e-oldest': { run: { project: 'e2e-oldest' }, package: true, n8n: OLDEST_N8N_VERSION },
	queue: {
		run: { project: 'queue' },
		package: true,
		n8n: N8N_VERSION,
		missingPrograms: missingServers,
	},
	editor,
	'editor-all': { ...editor, env: { SMARTCAR_EDITOR: 'all' }, onRequest: true },
	screenshots: {
		...editor,
		env: { SMARTCAR_EDITOR: 'all', SMARTCAR_PICTURES: 'docs' },
		onRequest: true,
	},
};
