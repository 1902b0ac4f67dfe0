const { default: TestRunner } = require('jest-runner');

/**
 * Runs test files one after the other, for tests that start many processes or depend on how fast
 * n8n is.
 */
module.exports = class SerialRunner extends TestRunner {
	isSerial = true;
};
