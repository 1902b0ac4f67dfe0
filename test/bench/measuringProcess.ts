import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * A process that only measures. Each configuration has its own process, because V8's compiled code
 * and garbage of one would affect the next one.
 */
export class MeasuringProcess<Configuration> {
	private constructor(
		readonly configuration: Configuration,
		private readonly child: ChildProcess,
		private readonly exited: Promise<never>,
	) {}

	/**
	 * Starts a process, and waits until it is ready.
	 * @param file a TypeScript file that calls `runMeasuringProgram`
	 * @param nodePath path of the Node.js binary that n8n runs on
	 */
	static async start<Configuration>(
		file: string,
		configuration: Configuration,
		nodePath: string,
	): Promise<MeasuringProcess<Configuration>> {
		const argument = JSON.stringify(configuration);
		const child = fork(file, [argument], {
			execPath: nodePath,
			execArgv: ['--require', require.resolve('tsx/cjs'), '--expose-gc'],
		});
		const exited = once(child, 'exit').then(([code]): never => {
			throw new Error(`The measuring process for ${argument} ended with ${code}`);
		});
		// stop() ends the process too. That is no error.
		exited.catch(() => undefined);
		const measuringProcess = new MeasuringProcess(configuration, child, exited);
		// The first message says that the process is ready.
		await measuringProcess.nextMessage();
		return measuringProcess;
	}

	/** Sends a command. @returns the reply, unchecked */
	async send(command: string): Promise<unknown> {
		const reply = this.nextMessage();
		this.child.send(command);
		return await reply;
	}

	stop(): void {
		if (this.child.connected) this.child.disconnect();
	}

	private async nextMessage(): Promise<unknown> {
		const [message]: unknown[] = await Promise.race([once(this.child, 'message'), this.exited]);
		return message;
	}
}
