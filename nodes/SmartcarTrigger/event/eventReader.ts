import type { IDataObject } from 'n8n-workflow';
import { object } from './fields';
import { MISFIT, type Reader } from './fieldType';

export const isAbsent = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

const NO_FIELDS: IDataObject = Object.freeze({});

/**
 * Reads an event part by part: a part that does not have the shape it should is noted and left out,
 * so that one odd field costs neither the event nor the fields beside it.
 *
 * An event has hundreds of parts, so its fields are asked for by name, and where they are is put together for a note only.
 */
export class Understanding {
	/** `path: reason`, one for each part that was left out. */
	readonly notUnderstood: string[] = [];

	/** The part as its reader gives it, or undefined when it does not fit. Absent parts (undefined, null) are no oddity. */
	part<Output>(
		reader: Reader<Output>,
		value: unknown,
		path: string,
		key?: string,
	): Output | undefined {
		if (isAbsent(value)) return undefined;
		const part = reader.read(value);
		if (part !== MISFIT) return part;
		this.note(key === undefined ? path : `${path}.${key}`, `Expected ${reader.expected}`);
		return undefined;
	}

	/** An object, to read its fields; one without any when the part is absent or something else. */
	object(value: unknown, path: string, key?: string): IDataObject {
		return this.part(object, value, path, key) ?? NO_FIELDS;
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
		const entries: Entry[] = [];
		value.forEach((part: unknown, index) => {
			const entry = readEntry(this, part, `${path}.${index}`);
			if (entry !== undefined) entries.push(entry);
		});
		return entries;
	}

	note(path: string, reason: string): void {
		this.notUnderstood.push(`${path}: ${reason}`);
	}
}
