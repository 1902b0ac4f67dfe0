const MESSAGE_LINES = 12;

/** One thing that was checked and is wrong. */
export interface Failure {
	/** The step and, for a test, its full name. */
	name: string;
	/** What was found; only the first lines are shown. */
	message: string;
	/** What to do, usually the command that repeats just this. */
	advice: string;
}

/** What one step found. */
export interface StepResult {
	passed: number;
	failures: Failure[];
	/** Why this machine cannot run the step, and what to do to have it run. */
	notRun?: Omit<Failure, 'message'> & { reason: string };
}

function describe({ name, message, advice }: Failure): string[] {
	const lines = message.trim().split('\n');
	const cut = lines.length > MESSAGE_LINES ? [`… ${lines.length - MESSAGE_LINES} more lines`] : [];
	const shown = [...lines.slice(0, MESSAGE_LINES), ...cut].map((line) => `    ${line}`);
	return ['', `FAILED ${name}`, ...shown, `  → ${advice}`];
}

/** Everything that was not run or failed and what to do about it, and as the last line `N passed, N failed`. */
export function summarize(results: StepResult[]): { text: string; success: boolean } {
	const passed = results.reduce((sum, result) => sum + result.passed, 0);
	const failures = results.flatMap((result) => result.failures);
	const notRun = results.flatMap((result) => result.notRun ?? []);
	const told = notRun.flatMap(({ name, reason, advice }) => [
		'',
		`NOT RUN ${name}`,
		`    ${reason}`,
		`  → ${advice}`,
	]);
	const text = [
		...told,
		...failures.flatMap(describe),
		'',
		`${passed} passed, ${failures.length} failed`,
	].join('\n');
	return { text, success: failures.length === 0 && passed > 0 };
}
