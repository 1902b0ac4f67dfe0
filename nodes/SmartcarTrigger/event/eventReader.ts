import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../shared/isAbsent';
import { INVALID, object, type FieldType } from './fields';

/** More problems are not listed one by one, since the list becomes a part of the item. */
const MAX_PROBLEMS = 1_000;

const NO_FIELDS: IDataObject = Object.freeze({});

/**
 * Reads an event field by field. A field of an unexpected type is left out and listed in
 * `notUnderstood`, so one odd field costs neither the event nor its other fields.
 *
 * `path` and `key` are the field's name in that list. They are joined only when needed, because
 * joining them for each of the hundreds of fields of an event takes noticeable time.
 */
export class EventReader {
	/** `path: reason` for each field that was left out. */
	readonly notUnderstood: string[] = [];

	/** The field's value, or undefined if it is absent (undefined or null) or not of this type. */
	field<Output>(
		type: FieldType<Output>,
		value: unknown,
		path: string,
		key?: string,
	): Output | undefined {
		if (isAbsent(value)) return undefined;
		const output = type.read(value);
		if (output !== INVALID) return output;
		this.addProblem(key === undefined ? path : `${path}.${key}`, `Expected ${type.expected}`);
		return undefined;
	}

	/** An object whose fields are read next. It is empty if the field is absent or not an object. */
	object(value: unknown, path: string, key?: string): IDataObject {
		return this.field(object, value, path, key) ?? NO_FIELDS;
	}

	/** The entries of a list, without those for which `readEntry` returns undefined. */
	list<Entry>(
		value: unknown,
		path: string,
		readEntry: (reader: EventReader, entry: unknown, path: string) => Entry | undefined,
	): Entry[] {
		if (isAbsent(value)) return [];
		if (!Array.isArray(value)) {
			this.addProblem(path, 'Expected a list');
			return [];
		}
		const entries: Entry[] = [];
		value.forEach((element: unknown, index) => {
			const entry = readEntry(this, element, `${path}.${index}`);
			if (entry !== undefined) entries.push(entry);
		});
		return entries;
	}

	addProblem(path: string, reason: string): void {
		const count = this.notUnderstood.length;
		if (count < MAX_PROBLEMS) this.notUnderstood.push(`${path}: ${reason}`);
		// Stands for any field, so that no filter leaves the event out because of one that is not
		// listed.
		else if (count === MAX_PROBLEMS)
			this.notUnderstood.push(`data: More than ${MAX_PROBLEMS} fields could not be read`);
	}
}
