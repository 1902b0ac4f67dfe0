/** What became of one event in a series, by a property test. */
export interface Outcome {
	/** Whether the trigger should have emitted the event. */
	expected: boolean;
	emitted: boolean;
}

export const missed = <T extends Outcome>(outcomes: T[]): T[] =>
	outcomes.filter(({ expected, emitted }) => expected && !emitted);

export const repeated = <T extends Outcome>(outcomes: T[]): T[] =>
	outcomes.filter(({ expected, emitted }) => emitted && !expected);

/** How many steps of a series are events and come before the first step of another kind. */
export function countEventsBefore(what: string, series: Array<{ what: string }>): number {
	const index = series.findIndex((step) => step.what === what);
	const before = index === -1 ? series : series.slice(0, index);
	return before.filter((step) => step.what === 'event').length;
}
