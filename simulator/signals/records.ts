import type { JsonObject } from '../json';

/** Makes a list of records. @param toRecord gets the number of the record, such as `000001` */
export function records(count: number, toRecord: (number: string) => JsonObject): JsonObject[] {
	return Array.from({ length: count }, (_, index) => toRecord(String(index + 1).padStart(6, '0')));
}
