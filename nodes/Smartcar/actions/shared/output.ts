import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { InputItem } from './inputItem';
import { isTool } from './isTool';

/** See docs/contributing/smartcar-api.md#response-headers. */
const METADATA_HEADERS = ['sc-data-age', 'sc-fetched-at', 'sc-unit-system', 'sc-request-id'];

/** Returns the headers that say how old the data is, its unit system and the request ID. */
export function metadataHeaders(headers: Record<string, string>): IDataObject {
	return Object.fromEntries(
		METADATA_HEADERS.filter((name) => name in headers).map((name) => [name, headers[name]]),
	);
}

/** Adds the metadata headers to a result if the option Add Response Headers is on. */
export function withHeaders(
	result: IDataObject,
	headers: Record<string, string>,
	addHeaders: boolean,
): IDataObject {
	return addHeaders ? { ...result, headers: metadataHeaders(headers) } : result;
}

/** Tells an AI agent that a list may go on. n8n tells a person so in the editor. */
export function warnOfLimit(
	item: InputItem,
	client: SmartcarClient,
	{ length }: IDataObject[],
	limit: number,
): void {
	if (isTool(item.context) && length === limit)
		client.hints.addMessage(`The list ends at the limit of ${limit}. There may be more entries.`);
}

/** The message followed by the description, since an AI agent reads only the message. */
export function messageForTool({
	message,
	description,
}: NodeApiError | NodeOperationError): string {
	return description ? `${message.replace(/\.\s*$/, '')}. ${description}` : message;
}

const FAILURE_FIELDS = [
	'error',
	'errorType',
	'errorCode',
	'errors',
	'failed',
	'invalidSignals',
	'notReadable',
	'unexpectedFormat',
	'unitUncertain',
];

const isEmpty = (value: unknown) =>
	!value || (typeof value === 'object' && Object.keys(value).length === 0);

/** The names of the fields that say what in a result has failed, or is uncertain. */
function failureFields(result: IDataObject): string[] {
	const fields = FAILURE_FIELDS.filter((field) => !isEmpty(result[field]));
	return result.success === false ? ['success', ...fields] : fields;
}

/** Whether a result as a whole is a failure, so that it has no fields of a success. */
const isFailure = ({ error, success, failed }: IDataObject): boolean =>
	Boolean(error) || success === false || failed === true;

/**
 * Keeps only the selected fields, in the selected order, and those about a failure, without which a
 * failed result would look empty.
 */
export function selectFields(result: IDataObject, fields: string[] | undefined): IDataObject {
	if (fields === undefined) return result;
	const names = [...fields, ...failureFields(result)];
	return Object.fromEntries(
		names.filter((name) => Object.hasOwn(result, name)).map((name) => [name, result[name]]),
	);
}

/** Says which of the selected fields no result has, and which fields there are. */
export function warnOfMissingFields(
	client: SmartcarClient,
	results: IDataObject[],
	fields: string[],
): void {
	const known = new Set(results.filter((result) => !isFailure(result)).flatMap(Object.keys));
	const missing = fields.filter((field) => !known.has(field) && !FAILURE_FIELDS.includes(field));
	if (known.size === 0 || missing.length === 0) return;
	client.hints.addMessage(
		`Fields not found: ${missing.join(', ')}. Available fields: ${[...known].join(', ')}.`,
	);
}
