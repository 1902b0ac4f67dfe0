import type { JsonObject } from '../json';

/** A list of records. @param toRecord makes one from the end of its ID, such as `000001` */
export function records(count: number, toRecord: (number: string) => JsonObject): JsonObject[] {
	return Array.from({ length: count }, (_, index) => toRecord(String(index + 1).padStart(6, '0')));
}
