import { object } from './fields';
import { MISFIT, type Reader } from './reader';

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/**
 * Reads an event part by part: a part that does not have the shape it should is noted and left out,
 * so that one odd field costs neither the event nor the fields beside it.
 */
export class Understanding {
	/** `path: reason`, one for each part that was left out. */
	readonly notUnderstood: string[] = [];

	/** The part as its reader gives it, or undefined when it does not fit. Absent parts (undefined, null) are no oddity. */
	part<Output>(reader: Reader<Output>, value: unknown, path: string, key?: string): Output | undefined {
		if (isAbsent(value)) return undefined;
		const part = reader.read(value);
		if (part !== MISFIT) return part;
		this.note(key === undefined ? path : `${path}.${key}`, `Expected ${reader.expected}`);
		return undefined;
	}

	/** Those fields of an object that fit their readers. */
	fields<Output>(readers: { [Key in keyof Output]: Reader<Output[Key]> }, value: unknown, path: string): Partial<Output> {
		const source = this.part(object, value, path) ?? {};
		const fields: Partial<Output> = {};
		for (const key in readers) {
			if (!isAbsent(source[key])) fields[key] = this.part(readers[key], source[key], path, key);
		}
		return fields;
	}

	/** The entries of a list, each read by `readEntry`, without those that it cannot read. */
	list<Entry>(
		value: unknown,
		path: string,
		readEntry: (read: Understanding, entry: unknown, path: string) => Entry | undefined,
	): Entry[] {
		if (isAbsent(value)) return [];
		if (!Array.isArray(value)) {
			this.note(path, 'Expected a list');
			return [];
		}
		return value.flatMap((entry: unknown, index) => readEntry(this, entry, `${path}.${index}`) ?? []);
	}

	note(path: string, reason: string): void {
		this.notUnderstood.push(`${path}: ${reason}`);
	}
}
