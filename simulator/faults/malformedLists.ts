import { isJsonObject, type JsonObject } from '../json';

/** What a list answer says that is not so. */
export type ListLie =
	/** `links.next` leads to the page that was asked for. */
	| { about: 'next'; to: 'self' }
	/** `links.next` leads to this address: another host, say. */
	| { about: 'next'; to: 'other'; url: string }
	/** `links.next` is null although pages follow. */
	| { about: 'next'; to: 'nothing' }
	/** The number of all entries (`meta.totalCount`, v2.0: `paging.count`) is so much too large, or negative: small. */
	| { about: 'total'; by: number }
	/** The list itself (`data`, v2.0: `vehicles` or `connections`) is missing. */
	| { about: 'data' };

const LISTS = ['data', 'vehicles', 'connections'];
const TOTALS = [
	['meta', 'totalCount'],
	['paging', 'count'],
] as const;

/**
 * A list answer with a lie in it.
 * @throws RangeError when it has nothing of the kind to lie about, so that a test cannot plan a lie that is never told
 */
export function tellLie(lie: ListLie, answer: unknown): JsonObject {
	if (!isJsonObject(answer)) throw new RangeError('only a JSON answer can lie');
	switch (lie.about) {
		case 'next':
			return { ...answer, links: { ...linksOf(answer), next: nextOf(lie, linksOf(answer)) } };
		case 'total':
			return withTotal(answer, lie.by);
		case 'data': {
			const name = LISTS.find((list) => Array.isArray(answer[list]));
			if (name === undefined) throw new RangeError('the answer has no list');
			return { ...answer, [name]: undefined };
		}
	}
}

function linksOf({ links }: JsonObject): JsonObject {
	if (!isJsonObject(links) || typeof links.self !== 'string')
		throw new RangeError('the answer has no links');
	return links;
}

function nextOf(lie: ListLie & { about: 'next' }, { self }: JsonObject): JsonObject['next'] {
	switch (lie.to) {
		case 'self':
			return self;
		case 'other':
			return lie.url;
		case 'nothing':
			return null;
	}
}

function withTotal(answer: JsonObject, by: number): JsonObject {
	for (const [holder, name] of TOTALS) {
		const counts = answer[holder];
		if (!isJsonObject(counts)) continue;
		const total = counts[name];
		if (typeof total === 'number')
			return { ...answer, [holder]: { ...counts, [name]: Math.max(0, total + by) } };
	}
	throw new RangeError('the answer has no total');
}
