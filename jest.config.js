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

const insideN8n = { setupFiles: ['<rootDir>/test/workflow/support/env.ts'] };

module.exports = {
	projects: [
		project('unit'),
		project('workflow', insideN8n),
		project('package', insideN8n),
		project('e2e', { setupFilesAfterEnv: ['<rootDir>/test/e2e/setup.ts'] }),
		project('queue', { setupFilesAfterEnv: ['<rootDir>/test/e2e/setup.ts'] }),
	],
};
