import { provideRuntime } from '../../../tools/n8n/runtime';
import { ROOT } from '../../../tools/pack';
import { npm } from '../../../tools/process/npm';
import {
	atMost,
	loadAverage,
	median,
	printRatios,
	withoutTarget,
	writeFigures,
	type Ratio,
} from '../benchReport';
import { startMeasuringProcess, type MeasuringProcess } from './measuringProcess';
import { REMEMBERED_EVENTS, type Times } from './messages';

const ROUNDS = 3;
const TURNS = 200;
const REMEMBERED = [0, 1_000, REMEMBERED_EVENTS];
const MAX_BYTES_PER_EVENT = 200;

/** One block of each process, by the number of remembered events. The blocks are measured right after each other. */
type Turn = ReadonlyMap<number, Times>;

/** The node's processor time, divided by the floor of the same block. */
const ratioToFloor = (turn: Turn, remembered: number, kind: 'accept' | 'whole' = 'whole') => {
	const times = turn.get(remembered);
	return times === undefined ? NaN : times[kind] / times.floor;
};

/** Medians of the ratios within a turn, because the speed of the machine changes between turns. */
function ratiosOf(turns: Turn[], bytesPerEvent: number[]): Ratio[] {
	const medianOf = (ratio: (turn: Turn) => number) => median(turns.map(ratio));
	return [
		atMost(
			'the node ÷ JSON.parse and HMAC-SHA256',
			2.5,
			medianOf((turn) => ratioToFloor(turn, 0)),
		),
		withoutTarget(
			'the same, until the response',
			medianOf((turn) => ratioToFloor(turn, 0, 'accept')),
		),
		...REMEMBERED.slice(1).map((count) =>
			atMost(
				`${count} events remembered ÷ none`,
				1.1,
				medianOf((turn) => ratioToFloor(turn, count) / ratioToFloor(turn, 0)),
			),
		),
		atMost('bytes for each remembered event', MAX_BYTES_PER_EVENT, median(bytesPerEvent)),
	];
}

async function measureTurns(processes: MeasuringProcess[]): Promise<Turn[]> {
	const turns: Turn[] = [];
	for (let turn = 0; turn < TURNS; turn++) {
		const blocks = new Map<number, Times>();
		for (const process of processes) blocks.set(process.remembered, await process.measureBlock());
		turns.push(blocks);
	}
	return turns;
}

async function main(): Promise<number> {
	const { node } = await provideRuntime(console.log);
	await npm(['run', 'build'], { cwd: ROOT, what: 'Building the package' });
	const rounds: Turn[][] = [];
	const memory: number[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const processes = await Promise.all(
			REMEMBERED.map(async (remembered) => await startMeasuringProcess(remembered, node)),
		);
		const turns = await measureTurns(processes);
		rounds.push(turns);
		const full = processes.find(({ remembered }) => remembered === REMEMBERED_EVENTS);
		if (full) memory.push(await full.bytesPerEvent());
		for (const process of processes) process.stop();
		const ratios = REMEMBERED.map((count) => {
			const ratio = median(turns.map((turn) => ratioToFloor(turn, count)));
			return `${ratio.toFixed(2)} with ${count}`;
		});
		console.log(
			`  ${round}  the node ÷ the floor: ${ratios.join(', ')} remembered, load ${loadAverage()}`,
		);
	}
	const ratios = ratiosOf(rounds.flat(), memory);
	printRatios(ratios);
	const figures = rounds.map((turns) => turns.map((turn) => Object.fromEntries(turn)));
	console.log(`Figures: ${await writeFigures('delivery', { ratios, memory, rounds: figures })}`);
	return ratios.every(({ reached }) => reached !== false) ? 0 : 1;
}

main()
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
