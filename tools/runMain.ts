/**
 * Runs the main function of a program, and ends the process with the exit code that it returns, by
 * default 0. If it throws, prints the error's message, and ends the process with 1.
 */
export function runMain(main: (args: string[]) => Promise<number | void>): void {
	main(process.argv.slice(2))
		.then((code) => process.exit(code ?? 0))
		.catch((error: unknown) => {
			console.error(error instanceof Error ? error.message : error);
			process.exit(1);
		});
}
