import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { timesSchema, type Command, type Times } from './messages';

/** A process that measures deliveries while the trigger remembers a number of events. */
export interface MeasuringProcess {
	remembered: number;
	/** Measures a block of deliveries. */
	measureBlock(): Promise<Times>;
	/** Heap bytes for each remembered event. Only with the maximum of remembered events, all of which it forgets. */
	bytesPerEvent(): Promise<number>;
	stop(): void;
}

/**
 * Starts a measuring process, so that no measurement is affected by compiled code or garbage of another one.
 * @param node path of the Node.js that n8n runs on
 */
export async function startMeasuringProcess(
	remembered: number,
	node: string,
): Promise<MeasuringProcess> {
	const child = fork(path.join(__dirname, 'measure.ts'), [String(remembered)], {
		execPath: node,
		execArgv: [...process.execArgv, '--expose-gc'],
	});
	const exited = once(child, 'exit').then(([code]) => {
		throw new Error(`The process that remembers ${remembered} events ended with ${code}`);
	});
	exited.catch(() => undefined);
	const nextMessage = async () => {
		const [message]: unknown[] = await Promise.race([once(child, 'message'), exited]);
		return message;
	};
	const send = async (command: Command) => {
		const reply = nextMessage();
		child.send(command);
		return await reply;
	};

	// The process sends a message when it is ready.
	await nextMessage();
	return {
		remembered,
		measureBlock: async () => timesSchema.parse(await send('block')),
		bytesPerEvent: async () => z.number().parse(await send('memory')),
		stop: () => child.kill(),
	};
}
