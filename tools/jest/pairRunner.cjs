const { default: TestRunner } = require('jest-runner');

/**
 * Runs at most two test files at the same time. An n8n waits as much as it computes, so two are
 * faster than one, but each takes a gigabyte of memory.
 */
module.exports = class PairRunner extends TestRunner {
	constructor(globalConfig, context) {
		super({ ...globalConfig, maxWorkers: Math.min(2, globalConfig.maxWorkers) }, context);
	}
};
