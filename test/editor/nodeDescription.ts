import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Smartcar } from '../../nodes/Smartcar/Smartcar.node';

/** The description of the Smartcar node. The editor builds the node's form from it. */
export const SMARTCAR_NODE: INodeTypeDescription = new Smartcar().description;

export interface Operation {
	resource: INodePropertyOptions;
	operation: INodePropertyOptions;
	/** The name in the node picker. */
	action: string;
}

/** The options of a field with the type `options` or `multiOptions`. */
export function optionsOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}

/** All operations of the Smartcar node, in the order of the form. */
export function listOperations(): Operation[] {
	const { properties } = SMARTCAR_NODE;
	return optionsOf(properties.find(({ name }) => name === 'resource')).flatMap((resource) => {
		const operationField = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		);
		return optionsOf(operationField).map((operation) => ({
			resource,
			operation,
			action: operation.action ?? operation.name,
		}));
	});
}

/** The name of an operation in the node picker. @throws Error if there is no such operation */
export function actionName(resource: string, operation: string): string {
	const found = listOperations().find(
		(candidate) => candidate.resource.value === resource && candidate.operation.value === operation,
	);
	if (found === undefined) throw new Error(`There is no operation ${resource}.${operation}`);
	return found.action;
}

/** Fields that the form does not show: it has a selector for the credential in their place. */
const NOT_IN_FORM = ['authentication'];

/** Whether the form shows a field, or offers an option, when its fields have these values. */
export function isVisible(
	description: INodeTypeDescription,
	values: INodeParameters,
	property: INodeProperties,
): boolean {
	const node: INode = {
		id: 'node',
		name: description.displayName,
		type: `n8n-nodes-smartcar.${description.name}`,
		typeVersion: [description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: values,
	};
	return (
		property.type !== 'hidden' &&
		!NOT_IN_FORM.includes(property.name) &&
		NodeHelpers.displayParameter(values, property, node, description)
	);
}

/** The fields and notices that the form shows when its fields have these values. */
export function visibleProperties(
	description: INodeTypeDescription,
	values: INodeParameters,
): INodeProperties[] {
	return description.properties.filter((property) => isVisible(description, values, property));
}

/** Whether the value of this field shows or hides other fields. */
export function affectsOtherFields(
	{ properties }: INodeTypeDescription,
	{ name }: INodeProperties,
): boolean {
	return properties.some(
		({ displayOptions }) =>
			displayOptions?.show?.[name] !== undefined || displayOptions?.hide?.[name] !== undefined,
	);
}

/** The values, and the default values of all other visible fields. */
export function withDefaultValues(
	description: INodeTypeDescription,
	values: INodeParameters,
): INodeParameters {
	const node = { typeVersion: 1, type: `n8n-nodes-smartcar.${description.name}` };
	const returnDefaults = true;
	const returnNoneDisplayed = false;
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		values,
		returnDefaults,
		returnNoneDisplayed,
		node,
		description,
	);
	return parameters ?? values;
}
