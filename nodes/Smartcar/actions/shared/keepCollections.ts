import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Conditions = IDisplayOptions['show'];

/** The same parameter, named from the root of the node. Not keys such as `@version`. */
const fromRoot = (conditions: Conditions): Conditions =>
	conditions &&
	Object.fromEntries(
		Object.entries(conditions).map(([key, values]) => [
			/^[/@]/.test(key) ? key : `/${key}`,
			values,
		]),
	);

/**
 * Keeps what the user has entered in a collection when another parameter is changed. n8n's editor
 * empties each shown collection that names the changed parameter in its display options, but not if
 * it names it from the root. See docs/contributing/n8n-facts.md#display-conditions.
 */
export const keepCollections = (properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) => {
		const { type, displayOptions } = property;
		if (displayOptions === undefined || !['collection', 'fixedCollection'].includes(type))
			return property;
		const { show, hide } = displayOptions;
		return {
			...property,
			displayOptions: {
				...displayOptions,
				...(show && { show: fromRoot(show) }),
				...(hide && { hide: fromRoot(hide) }),
			},
		};
	});
