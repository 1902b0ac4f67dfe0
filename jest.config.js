const transform = { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] };

/** The tests in a folder, as a project that `jest --selectProjects <name>` picks. */
function project(name, { folder = `test/${name}`, ...options } = {}) {
	return {
		displayName: name,
		rootDir: __dirname,
		testEnvironment: 'node',
		testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
		modulePathIgnorePatterns: ['<rootDir>/.work/', '<rootDir>/dist/'],
		transform,
		...options,
	};
}

const loadsN8nCore = {
	setupFilesAfterEnv: ['<rootDir>/test/workflow/support/n8nCoreSetup.ts'],
};

const startsN8n = {
	globals: { n8nUnderTest: 'newest' },
	runner: '<rootDir>/tools/jest/pairRunner.cjs',
	setupFilesAfterEnv: ['<rootDir>/test/e2e/setup.ts'],
};

const startsManyProcesses = { ...startsN8n, runner: '<rootDir>/tools/jest/serialRunner.cjs' };

module.exports = {
	maxWorkers: '100%',
	// Tests that start processes take longer than five seconds on a busy machine.
	testTimeout: 30_000,
	reporters: ['default', '<rootDir>/tools/jest/totalsReporter.cjs'],
	projects: [
		project('unit'),
		project('simulator', { folder: 'simulator/test' }),
		project('tools', { folder: 'tools' }),
		project('workflow', loadsN8nCore),
		project('package', loadsN8nCore),
		project('scan'),
		project('e2e', startsN8n),
		project('e2e-oldest', {
			folder: 'test/e2e',
			...startsN8n,
			globals: { n8nUnderTest: 'oldest' },
			// npm start uses the newest n8n.
			testPathIgnorePatterns: ['/node_modules/', 'ownWorkflow'],
		}),
		project('queue', startsManyProcesses),
		project('editor', {
			...startsManyProcesses,
			setupFilesAfterEnv: [...startsN8n.setupFilesAfterEnv, '<rootDir>/test/editor/setup.ts'],
		}),
	],
};
