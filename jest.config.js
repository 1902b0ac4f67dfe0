const transform = { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] };

/** One folder of test/, as a project that `jest --selectProjects <name>` picks. */
function project(name, extra = {}) {
	return {
		displayName: name,
		rootDir: __dirname,
		testEnvironment: 'node',
		testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
		modulePathIgnorePatterns: ['<rootDir>/.work/'],
		transform,
		...extra,
	};
}

const withN8n = { setupFilesAfterEnv: ['<rootDir>/test/e2e/setup.ts'] };

/** One of the examples, all of which share an n8n, uses the data table node in a version that n8n 1.x does not have. */
const NEEDS_N8N_2 = ['/examples\\.test\\.ts$', '/postgres-sync\\.test\\.ts$'];

/** The same tests on the oldest n8n that the package is tested on (tools/n8n/releases.ts), read by test/e2e/version.ts. */
function onOldestN8n(name) {
	return {
		...project(name, withN8n),
		displayName: `${name}-n8n1`,
		testPathIgnorePatterns: NEEDS_N8N_2,
		globals: { onOldestN8n: true },
	};
}

const insideN8n = { setupFiles: ['<rootDir>/test/workflow/support/env.ts'] };

module.exports = {
	projects: [
		project('unit'),
		project('simulator', { testMatch: ['<rootDir>/simulator/test/**/*.test.ts'] }),
		project('tools', { testMatch: ['<rootDir>/tools/**/*.test.ts'] }),
		project('workflow', insideN8n),
		project('package', insideN8n),
		project('e2e', withN8n),
		project('queue', withN8n),
		onOldestN8n('e2e'),
		onOldestN8n('queue'),
		project('editor', {
			setupFilesAfterEnv: [...withN8n.setupFilesAfterEnv, '<rootDir>/test/editor/setup.ts'],
		}),
	],
};
