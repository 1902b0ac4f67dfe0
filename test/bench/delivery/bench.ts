import { provideRuntime } from '../../../tools/n8n/runtime';
import { ROOT } from '../../../tools/pack';
import { npm } from '../../../tools/process/npm';
import { atMost, load, median, printRatios, writeFigures, type Ratio } from '../report';
import { REMEMBERED_AT_MOST, type Times } from './messages';
import { startSubject, type Subject } from './subject';

const ROUNDS = 3;
const TURNS = 200;
const REMEMBERED = [0, 1_000, REMEMBERED_AT_MOST];
const BYTES_PER_EVENT = 200;

/** A block of each subject, one right after the other, by how many events it remembers. */
type Turn = ReadonlyMap<number, Times>;

/** The node's share in a delivery, by the floor beside it. */
const share = (turn: Turn, remembered: number, time: 'accept' | 'whole' = 'whole') => {
	const times = turn.get(remembered);
	return times === undefined ? NaN : times[time] / times.floor;
};

/** What is compared was measured within a few tenths of a second, since the machine is now faster, now slower. */
function ratiosOf(turns: Turn[], memory: number[]): Ratio[] {
	const typical = (ratio: (turn: Turn) => number) => median(turns.map(ratio));
	return [
		atMost(
			'the node ÷ JSON.parse and HMAC-SHA256',
			2.5,
			typical((turn) => share(turn, 0)),
		),
		{
			compared: 'the same, until the answer',
			target: '–',
			actual: typical((turn) => share(turn, 0, 'accept')),
			reached: undefined,
		},
		...REMEMBERED.slice(1).map((count) =>
			atMost(
				`${count} events remembered ÷ none`,
				1.1,
				typical((turn) => share(turn, count) / share(turn, 0)),
			),
		),
		atMost('bytes for each remembered event', BYTES_PER_EVENT, median(memory)),
	];
}

async function takeTurns(subjects: Subject[]): Promise<Turn[]> {
	const turns: Turn[] = [];
	for (let turn = 0; turn < TURNS; turn++) {
		const blocks = new Map<number, Times>();
		for (const subject of subjects) blocks.set(subject.remembered, await subject.block());
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
		const subjects = await Promise.all(
			REMEMBERED.map(async (remembered) => await startSubject(remembered, node)),
		);
		const turns = await takeTurns(subjects);
		rounds.push(turns);
		const full = subjects.find(({ remembered }) => remembered === REMEMBERED_AT_MOST);
		if (full) memory.push(await full.bytesPerEvent());
		for (const subject of subjects) subject.stop();
		const shares = REMEMBERED.map(
			(count) => `${median(turns.map((turn) => share(turn, count))).toFixed(2)} with ${count}`,
		);
		console.log(
			`  ${round}  the node ÷ the floor: ${shares.join(', ')} remembered, load ${load()}`,
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
