import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Smartcar } from '../../nodes/Smartcar/Smartcar.node';

/** What the action node says of itself: everything that the editor makes its forms of. */
export const ACTION_NODE: INodeTypeDescription = new Smartcar().description;

/** One operation of the action node, by its names and by those that are shown. */
export interface Operation {
	resource: INodePropertyOptions;
	operation: INodePropertyOptions;
	/** As the picker lists it. */
	action: string;
}

/** The choices of an options field. */
export function choicesOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}

/** All operations of the action node, in the order of its lists. */
export function operationsOf({ properties }: INodeTypeDescription): Operation[] {
	return choicesOf(properties.find(({ name }) => name === 'resource')).flatMap((resource) => {
		const own = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		);
		return choicesOf(own).map((operation) => ({
			resource,
			operation,
			action: operation.action ?? operation.name,
		}));
	});
}

/** Fields that n8n does not show where they stand: credentials have a selector of their own. */
const NOT_IN_FORM = ['authentication'];

/** The fields, and notices, that the form shows for these values. */
export function shown(
	description: INodeTypeDescription,
	values: INodeParameters,
): INodeProperties[] {
	const node: INode = {
		id: 'node',
		name: description.displayName,
		type: `n8n-nodes-smartcar.${description.name}`,
		typeVersion: [description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: values,
	};
	return description.properties.filter(
		(property) =>
			property.type !== 'hidden' &&
			!NOT_IN_FORM.includes(property.name) &&
			NodeHelpers.displayParameter(values, property, node, description),
	);
}

/** Whether what is shown depends on the value of this field. */
export function decidesOnOthers(
	{ properties }: INodeTypeDescription,
	{ name }: INodeProperties,
): boolean {
	return properties.some(
		({ displayOptions }) =>
			displayOptions?.show?.[name] !== undefined || displayOptions?.hide?.[name] !== undefined,
	);
}

/** All that the fields have without anybody filling them. */
export function defaultsOf(
	description: INodeTypeDescription,
	values: INodeParameters,
): INodeParameters {
	const node = { typeVersion: 1, type: `n8n-nodes-smartcar.${description.name}` };
	return (
		NodeHelpers.getNodeParameters(description.properties, values, true, false, node, description) ??
		values
	);
}
