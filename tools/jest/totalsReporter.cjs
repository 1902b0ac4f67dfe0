/** Reports the number of passed, failed and skipped tests to `npm test` (tools/test.ts). */
module.exports = class TotalsReporter {
	onRunStart() {
		// The channel to `npm test` must not keep Jest running. It closes if `npm test` is killed.
		process.channel?.unref();
		process.once('disconnect', () => process.exit(1));
	}

	onRunComplete(_contexts, results) {
		process.send?.({
			passed: results.numPassedTests,
			// A file that cannot be run has no tests to count, and an error in afterAll belongs to none.
			failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
			skipped: results.numPendingTests + results.numTodoTests,
		});
	}
};
