import { isJsonObject, type JsonObject } from '../json';

/** What is wrong with a list response. */
export type ListDefect =
	/** `links.next` is the URL of the page that was asked for. */
	| { kind: 'nextLinkToSamePage' }
	/** `links.next` is this URL, for example one of another host. */
	| { kind: 'nextLinkToUrl'; url: string }
	/** `links.next` is null although more pages follow. */
	| { kind: 'noNextLink' }
	/** `meta.totalCount` is off by this number, but never below 0. */
	| { kind: 'wrongTotal'; by: number }
	/** The list itself, `data`, is missing. */
	| { kind: 'noList' };

/**
 * Returns a list response with a defect in it.
 * @throws RangeError if the response lacks the field to change, so that no test plans a defect that
 * has no effect
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
		case 'noList':
			if (!Array.isArray(response.data)) throw new RangeError('the response has no list');
			return { ...response, data: undefined };
	}
}

function withNextLink(response: JsonObject, nextLink: (self: string) => string | null): JsonObject {
	const { links } = response;
	if (!isJsonObject(links) || typeof links.self !== 'string')
		throw new RangeError('the response has no links');
	return { ...response, links: { ...links, next: nextLink(links.self) } };
}

function withTotal(response: JsonObject, by: number): JsonObject {
	const { meta } = response;
	if (!isJsonObject(meta) || typeof meta.totalCount !== 'number')
		throw new RangeError('the response has no total');
	return { ...response, meta: { ...meta, totalCount: Math.max(0, meta.totalCount + by) } };
}
