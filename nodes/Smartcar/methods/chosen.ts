import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Locator } from '../actions/shared/locator';

/**
 * The ID that is chosen in another locator of the node: in the collection that the list is asked for in, else in the
 * node itself. Undefined when none is, and for an expression, which has no value yet.
 */
export function chosenId(
	context: ILoadOptionsFunctions,
	{ field, parse }: Locator,
): string | undefined {
	const beside: unknown = context.getCurrentNodeParameter(`&${field.name}`);
	return parse(beside ?? context.getCurrentNodeParameter(field.name));
}
