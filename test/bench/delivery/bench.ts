import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { provideRuntime } from '../../../tools/n8n/runtime';
import { ROOT } from '../../../tools/package/pack';
import { npm } from '../../../tools/process/npm';
import { atMost, load, median, printRatios, writeFigures, type Ratio } from '../report';

const ROUNDS = 5;
const REMEMBERED = [0, 1_000, 100_000];
const BYTES_PER_ID = 200;

const figuresSchema = z.object({
	bytes: z.number(),
	floor: z.number(),
	accept: z.number(),
	whole: z.number(),
	perId: z.number().optional(),
});

type Figures = z.infer<typeof figuresSchema>;

/** One process of the Node.js that n8n runs on, so that none profits from what another has compiled or has to clean up. */
async function measure(remembered: number, node: string): Promise<Figures> {
	const child = fork(path.join(__dirname, 'measure.ts'), [String(remembered)], {
		execPath: node,
		execArgv: [...process.execArgv, '--expose-gc'],
	});
	const ended = once(child, 'exit').then(() => {
		throw new Error('A measuring process ended without a result');
	});
	const [figures] = await Promise.race([once(child, 'message'), ended]);
	ended.catch(() => undefined);
	return figuresSchema.parse(figures);
}

/** The node's share in a delivery, by the floor of the same process: so the machine's mood cancels out. */
const overFloor = ({ floor, whole }: Figures) => whole / floor;

/** What of it the sender waits for. */
const untilAnswered = ({ floor, accept }: Figures) => accept / floor;

function ratiosOf(rounds: ReadonlyMap<number, Figures[]>): Ratio[] {
	const typical = (remembered: number, share = overFloor) => median((rounds.get(remembered) ?? []).map(share));
	const memory = median((rounds.get(Math.max(...REMEMBERED)) ?? []).flatMap(({ perId }) => perId ?? []));
	return [
		atMost('the node ÷ JSON.parse and HMAC-SHA256', 2.5, typical(0)),
		{ compared: 'the same, until the answer', target: '–', actual: typical(0, untilAnswered), reached: undefined },
		...REMEMBERED.slice(1).map((count) => atMost(`${count} events remembered ÷ none`, 1.1, typical(count) / typical(0))),
		atMost('bytes for each remembered event', BYTES_PER_ID, memory),
	];
}

async function main(): Promise<number> {
	const { node } = await provideRuntime(console.log);
	await npm(['run', 'build'], { cwd: ROOT, what: 'Building the package' });
	const rounds = new Map<number, Figures[]>(REMEMBERED.map((count) => [count, []]));
	for (let round = 1; round <= ROUNDS; round++) {
		for (const count of REMEMBERED) {
			const figures = await measure(count, node);
			rounds.get(count)?.push(figures);
			const [floor, accept, whole] = [figures.floor, figures.accept, figures.whole].map((time) => time.toFixed(1));
			console.log(
				`  ${round}  ${count} remembered: floor ${floor} µs, until the answer ${accept} µs, with the execution ${whole} µs, load ${load()}`,
			);
		}
	}
	const ratios = ratiosOf(rounds);
	printRatios(ratios);
	console.log(`Figures: ${await writeFigures('delivery', { ratios, rounds: Object.fromEntries(rounds) })}`);
	return ratios.every(({ reached }) => reached !== false) ? 0 : 1;
}

main()
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
