const { default: TestRunner } = require('jest-runner');

/** Runs test files one after the other: for tests that start n8n, which takes a port, memory and all cores. */
module.exports = class SerialRunner extends TestRunner {
	isSerial = true;
};
