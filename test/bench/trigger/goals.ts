import { atLeast, median, type Ratio } from '../benchReport';
import type { Round } from './round';
import type { SubjectName } from './benchmarkTargets';

/** What was measured with one setting of n8n: by subject, a round for each time it was its turn. */
export type Rounds = Partial<Record<SubjectName, Round[]>>;

/** Median of one of a subject's figures; undefined for a subject that was not run. */
export function typical(
	rounds: Round[] | undefined,
	figure: 'finished' | 'acknowledged' | 'processor',
): number | undefined {
	const values = (rounds ?? []).flatMap((round) => round[figure] ?? []);
	return values.length > 0 ? median(values) : undefined;
}

/** The same comparisons, of which nothing is asked. */
const withoutTargets = (ratios: Ratio[]): Ratio[] =>
	ratios.map((ratio) => ({ ...ratio, target: '–', reached: undefined }));

/**
 * How one subject did by another: in each round by the other's turn of that round, and of these the median. A machine
 * that is slower for a while is so for both.
 */
function paired(
	rounds: Rounds,
	above: SubjectName,
	below: SubjectName,
	figure: 'finished' | 'acknowledged',
): number | undefined {
	const ratios = (rounds[above] ?? []).flatMap((round, index) => {
		const [first, second] = [round[figure], rounds[below]?.[index]?.[figure]];
		return first === undefined || second === undefined ? [] : first / second;
	});
	return ratios.length > 0 ? median(ratios) : undefined;
}

/** The comparisons that are wanted, with how far they must go where n8n takes its expression engine lazily. */
export function ratiosOf(rounds: Rounds, engine: 'lazy' | 'default'): Ratio[] {
	const finished = (above: SubjectName, below: SubjectName) =>
		paired(rounds, above, below, 'finished');
	const answers = (above: SubjectName, below: SubjectName) =>
		paired(rounds, above, below, 'acknowledged');
	const ratios = [
		atLeast('this trigger ÷ bare trigger', 0.9, finished('trigger', 'bare')),
		atLeast('this trigger ÷ core Webhook', 0.95, finished('trigger', 'core')),
		atLeast('this trigger ÷ built by hand', 3.5, finished('trigger', 'byHand')),
		atLeast('Combine Events ÷ core Webhook', 4, finished('combined', 'core')),
		atLeast('Combine Events ÷ built by hand', 14, finished('combined', 'byHand')),
		atLeast('duplicates ÷ bare without execution', 0.8, answers('duplicates', 'bareAnswer')),
		atLeast('not selected ÷ bare without execution', 0.8, answers('unwanted', 'bareAnswer')),
	];
	return engine === 'lazy' ? ratios : withoutTargets(ratios);
}
