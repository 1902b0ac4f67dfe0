const { default: TestRunner } = require('jest-runner');

/**
 * Runs at most two test files at the same time: an n8n waits as much as it computes, but it takes a
 * gigabyte.
 */
module.exports = class PairRunner extends TestRunner {
	constructor(globalConfig, context) {
		super({ ...globalConfig, maxWorkers: Math.min(2, globalConfig.maxWorkers) }, context);
	}
};
