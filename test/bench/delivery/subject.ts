import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { timesSchema, type Question, type Times } from './messages';

/** A process of the Node.js that n8n runs on, which remembers so many events and measures when it is asked. */
export interface Subject {
	remembered: number;
	/** Measures a block of deliveries. */
	block(): Promise<Times>;
	/** Bytes of heap for each event that it remembers. It forgets those from before. */
	bytesPerEvent(): Promise<number>;
	stop(): void;
}

/** One process for each, so that none profits from what another has compiled or has to clean up. */
export async function startSubject(remembered: number, node: string): Promise<Subject> {
	const child = fork(path.join(__dirname, 'measure.ts'), [String(remembered)], {
		execPath: node,
		execArgv: [...process.execArgv, '--expose-gc'],
	});
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`The process that remembers ${remembered} events ended with ${code}`);
	});
	ended.catch(() => undefined);
	const heard = async () => {
		const [message]: unknown[] = await Promise.race([once(child, 'message'), ended]);
		return message;
	};
	const ask = async (question: Question) => {
		const answer = heard();
		child.send(question);
		return await answer;
	};

	await heard();
	return {
		remembered,
		block: async () => timesSchema.parse(await ask('block')),
		bytesPerEvent: async () => z.number().parse(await ask('memory')),
		stop: () => child.kill(),
	};
}
