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

/** The subjects as text: `v1, v2 and 3 more`. */
export function listSubjects(subjects: string[]): string {
	const named = subjects.slice(0, MAX_NAMED).join(', ');
	const rest = subjects.length - MAX_NAMED;
	return rest > 0 ? `${named} and ${rest} more` : named;
}

/** The same for subjects that are sentences, without the period at the end. */
export function listSentences(sentences: string[]): string {
	const named = sentences.slice(0, MAX_NAMED).join('. ');
	const rest = sentences.length - MAX_NAMED;
	return rest > 0 ? `${named}. The same for ${rest} more` : named;
}

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
