import type { IDataObject } from 'n8n-workflow';

const NAMES = ['sc-data-age', 'sc-fetched-at', 'sc-unit-system', 'sc-request-id'];

/** The headers that tell about the data, by lower-case name, as far as the answer has them (service: headers). */
export function aboutTheData(headers: Record<string, string>): IDataObject {
	return Object.fromEntries(
		NAMES.filter((name) => name in headers).map((name) => [name, headers[name]]),
	);
}

/** A result, with the headers of its answer beside it for those who want them. */
export function withHeaders(
	wanted: boolean,
	result: IDataObject,
	headers: Record<string, string>,
): IDataObject {
	return wanted ? { ...result, headers: aboutTheData(headers) } : result;
}
