import { CAN_GET_LOST_MS } from '../lostWrites';

/** The time of day. The clocks of the machines that run workers are expected to agree to a second. */
export const currentSecond = () => Math.floor(Date.now() / 1_000);

/** The condition that a mark belongs to, at one place of a vehicle. All its marks begin with the same word: see `Marks`. */
export const conditionOf = (mark: string): string => mark.split(' ', 1)[0] ?? mark;

/** A mark by which a process tells the others that it has judged a condition in that second. */
export const noteOf = (condition: string, second: number): string =>
	`${condition} judged at ${second}`;

/** The notes of the seconds after this one, until now. */
export function notesAfter(condition: string, second: number): string[] {
	// A change is not made again later than that. The clock may have been set meanwhile.
	const count = Math.min(currentSecond() - second, Math.ceil(CAN_GET_LOST_MS / 1_000) + 1);
	return Array.from({ length: Math.max(0, count) }, (_, index) =>
		noteOf(condition, second + index + 1),
	);
}
