import type { SmartcarEvent } from './types';

/** The keys of the path in an entry of `notUnderstood`, such as those of `data.vehicle.id: …`. */
export const pathOf = (problem: string): string[] => (problem.split(': ', 1)[0] ?? '').split('.');

/**
 * Whether one of the fields may be missing because of a problem.
 * @param problem an entry of `notUnderstood`
 * @param fields their paths in the delivery, with `*` for each index of a list
 */
export function isAboutFields(problem: string, fields: string[]): boolean {
	const path = pathOf(problem);
	return fields.some((field) => {
		const keys = field.split('.');
		// The field itself could not be read, or something that it is a part of.
		return path.every((key, index) => keys[index] === '*' || keys[index] === key);
	});
}

/**
 * The first entry of `notUnderstood` that may explain why one of the fields is missing.
 * @param fields their paths in the delivery, with `*` for each index of a list
 */
export const problemWithFields = (
	{ notUnderstood }: Pick<SmartcarEvent, 'notUnderstood'>,
	fields: string[],
): string | undefined => notUnderstood.find((problem) => isAboutFields(problem, fields));
