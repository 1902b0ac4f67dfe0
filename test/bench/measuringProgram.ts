import type { z } from 'zod';

function exitWithError(error: unknown): void {
	console.error(error);
	process.exit(1);
}

/**
 * Runs the program of a `MeasuringProcess`.
 * @param prepare returns the function that replies to a command
 */
export function runMeasuringProgram<Configuration>(
	schema: z.ZodType<Configuration>,
	prepare: (configuration: Configuration) => Promise<(command: unknown) => Promise<unknown>>,
): void {
	process.on('disconnect', () => process.exit(0));
	prepare(schema.parse(JSON.parse(process.argv[2] ?? '')))
		.then((replyTo) => {
			process.on('message', (command) => {
				replyTo(command).then((reply) => process.send?.(reply), exitWithError);
			});
			process.send?.('ready');
		})
		.catch(exitWithError);
}

/** Mean processor time of a call, microseconds. @param work makes `count` calls */
export async function microsecondsPerCall(
	count: number,
	work: () => Promise<void> | void,
): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / count;
}
