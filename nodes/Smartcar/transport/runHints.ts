import { getOrCreate } from '../../shared/getOrCreate';

/** What a user should know about a run that succeeded. */
interface RunHint {
	/** What it is about, such as the ID of a vehicle. */
	subject: string;
	/** The text about all subjects. Hints with the same function become one. */
	text: (subjects: string[]) => string;
}

/** How many subjects a hint names. */
const MAX_NAMED = 5;

function listFirst(texts: string[], separator: string, more: (count: number) => string): string {
	const named = texts.slice(0, MAX_NAMED).join(separator);
	const rest = texts.length - MAX_NAMED;
	return rest > 0 ? `${named}${more(rest)}` : named;
}

/** The subjects as text: `v1, v2 and 3 more`. */
export const listSubjects = (subjects: string[]): string =>
	listFirst(subjects, ', ', (count) => ` and ${count} more`);

/** The same for subjects that are sentences, without the period at the end. */
export const listSentences = (sentences: string[]): string =>
	listFirst(sentences, '. ', (count) => `. ${count} more have the same problem`);

const asOneText = (messages: string[]) => messages.join(' ');

/** Collects the hints of a run, so that many items with the same problem give one hint. */
export class RunHints {
	private readonly subjects = new Map<RunHint['text'], Set<string>>();

	add({ text, subject }: RunHint): void {
		getOrCreate(this.subjects, text, (): Set<string> => new Set()).add(subject);
	}

	/** Adds a hint that is the same for each item. */
	addMessage(message: string): void {
		this.add({ subject: message, text: asOneText });
	}

	get messages(): string[] {
		return [...this.subjects].map(([text, subjects]) => text([...subjects]));
	}
}
