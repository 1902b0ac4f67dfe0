import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { forkTypeScript } from '../forkTypeScript';
import { timesSchema, type Command, type Times } from './messages';

/**
 * A process in which the trigger remembers a fixed number of event IDs while its deliveries are
 * measured.
 */
export interface MeasuringProcess {
	/** The number of event IDs that the trigger remembers. */
	rememberedEvents: number;
	measureBatch(): Promise<Times>;
	/**
	 * Heap bytes for each remembered event ID. Call it last: the trigger forgets all event IDs, and
	 * remembers GUARANTEED_EVENTS new ones.
	 */
	measureBytesPerEvent(): Promise<number>;
	stop(): void;
}

/**
 * Starts a measuring process. Each number of remembered events has its own process, because V8's
 * compiled code and garbage of one measurement would affect the next one.
 * @param nodePath path of the Node.js binary that n8n runs on
 */
export async function startMeasuringProcess(
	rememberedEvents: number,
	nodePath: string,
): Promise<MeasuringProcess> {
	const file = path.join(__dirname, 'measure.ts');
	const child = forkTypeScript(file, [String(rememberedEvents)], nodePath, ['--expose-gc']);
	const exited = once(child, 'exit').then(([code]) => {
		throw new Error(`The process that remembers ${rememberedEvents} events ended with ${code}`);
	});
	// stop() ends the process too. That is no error.
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

	// The first message says that the process is ready.
	await nextMessage();
	return {
		rememberedEvents,
		measureBatch: async () => timesSchema.parse(await send('measureBatch')),
		measureBytesPerEvent: async () => z.number().parse(await send('measureMemory')),
		stop: () => child.kill(),
	};
}
