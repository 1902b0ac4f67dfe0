import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../shared/isObject';
import type { SmartcarClient } from '../../transport/client';
import { describeProblem, type InvalidEntry } from '../../transport/listEntries';
import type { ApiRequest } from '../../transport/request';
import { listSubjects } from '../../transport/runHints';

const keptEntryHint = (paths: string[]): string =>
	`Some entries of ${listSubjects(paths)} have an unexpected format. The output contains them as Smartcar sent them, and the field 'unexpectedFormat' says what does not fit.`;

/**
 * Turns an entry that does not fit its schema into a result with `unexpectedFormat`, and adds a hint.
 */
export function markInvalidEntry(
	client: SmartcarClient,
	request: ApiRequest,
	{ value, error }: InvalidEntry,
): IDataObject {
	client.hints.add({ subject: client.details(request).path, text: keptEntryHint });
	const fields = isObject(value) ? value : { value: JSON.stringify(value) };
	return { ...fields, unexpectedFormat: describeProblem(error) };
}
