import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Conditions = NonNullable<IDisplayOptions['show']>;

/**
 * The same conditions, with each parameter named from the root of the node. Keys such as `@version`
 * stay as they are.
 */
const fromRoot = (conditions: Conditions): Conditions =>
	Object.fromEntries(
		Object.entries(conditions).map(([key, values]) => [
			/^[/@]/.test(key) ? key : `/${key}`,
			values,
		]),
	);

/**
 * Keeps what the user has entered in a collection when another parameter is changed. n8n's editor
 * empties each shown collection whose display options name the changed parameter, unless they name
 * it from the root, as in `/resource`. See docs/contributing/n8n-facts.md#display-conditions.
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
