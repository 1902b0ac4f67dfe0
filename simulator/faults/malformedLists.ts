import { isJsonObject, type JsonObject } from '../json';

/** What is wrong with a list response. */
export type ListDefect =
	/** `links.next` is the URL of the page that was asked for. */
	| { kind: 'nextLinkToSamePage' }
	/** `links.next` is this URL, for example one of another host. */
	| { kind: 'nextLinkToUrl'; url: string }
	/** `links.next` is null although more pages follow. */
	| { kind: 'noNextLink' }
	/**
	 * The total (`meta.totalCount`, or `paging.count` in v2.0) is off by this number, but never below
	 * 0.
	 */
	| { kind: 'wrongTotal'; by: number }
	/** The list itself (`data`, or `vehicles` or `connections` in v2.0) is missing. */
	| { kind: 'noList' };

const LIST_FIELDS = ['data', 'vehicles', 'connections'];
const TOTAL_FIELDS = [
	['meta', 'totalCount'],
	['paging', 'count'],
] as const;

/**
 * Returns a list response with a defect in it.
 * @throws RangeError when the response does not have the field, so that a test cannot ask for a
 * defect in vain
 */
export function malformedList(response: unknown, defect: ListDefect): JsonObject {
	if (!isJsonObject(response)) throw new RangeError('the response is not a JSON object');
	switch (defect.kind) {
		case 'nextLinkToSamePage':
			return withNextLink(response, (self) => self);
		case 'nextLinkToUrl':
			return withNextLink(response, () => defect.url);
		case 'noNextLink':
			return withNextLink(response, () => null);
		case 'wrongTotal':
			return withTotal(response, defect.by);
		case 'noList': {
			const field = LIST_FIELDS.find((name) => Array.isArray(response[name]));
			if (field === undefined) throw new RangeError('the response has no list');
			return { ...response, [field]: undefined };
		}
	}
}

function withNextLink(response: JsonObject, nextLink: (self: string) => string | null): JsonObject {
	const { links } = response;
	if (!isJsonObject(links) || typeof links.self !== 'string')
		throw new RangeError('the response has no links');
	return { ...response, links: { ...links, next: nextLink(links.self) } };
}

function withTotal(response: JsonObject, by: number): JsonObject {
	for (const [parent, field] of TOTAL_FIELDS) {
		const counts = response[parent];
		if (!isJsonObject(counts)) continue;
		const total = counts[field];
		if (typeof total === 'number')
			return { ...response, [parent]: { ...counts, [field]: Math.max(0, total + by) } };
	}
	throw new RangeError('the response has no total');
}
