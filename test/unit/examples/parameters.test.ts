import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { exampleFiles, readExample, type ExampleNode } from './exampleFiles';

const { description: action } = new Smartcar();
const { description: trigger } = new SmartcarTrigger();

/** The tool that n8n makes of the node: the same under another name, with a description for the agent. */
const tool: INodeTypeDescription = {
	...action,
	name: 'smartcarTool',
	properties: [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			options: [
				{ name: 'Set Automatically', value: 'auto' },
				{ name: 'Set Manually', value: 'manual' },
			],
			default: 'auto',
		},
		{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
		...action.properties,
	],
};

const DESCRIPTIONS: Record<string, INodeTypeDescription> = {
	'n8n-nodes-smartcar.smartcar': action,
	'n8n-nodes-smartcar.smartcarTool': tool,
	'n8n-nodes-smartcar.smartcarTrigger': trigger,
};

const ours = exampleFiles.flatMap((file) =>
	readExample(file)
		.nodes.filter(({ type }) => type in DESCRIPTIONS)
		.map((node): [string, string, ExampleNode] => [file, node.name, node]),
);

function descriptionOf({ type }: ExampleNode): INodeTypeDescription {
	const description = DESCRIPTIONS[type];
	if (description === undefined) throw new Error(`${type} is not ours`);
	return description;
}

/** The node as n8n holds it: with all parameters that are shown, those with their default as well. */
function complete(node: ExampleNode): INode {
	const description = descriptionOf(node);
	const given: INodeParameters = JSON.parse(JSON.stringify(node.parameters));
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		given,
		true,
		false,
		node,
		description,
	);
	return { ...node, parameters: parameters ?? {} };
}

test.each(ours)('%s: %s has parameters that its node shows', (_file, _name, node) => {
	expect(complete(node).parameters).toMatchObject(node.parameters);
});

test.each(ours)('%s: %s has values that the editor finds no fault with', (_file, _name, node) => {
	const description = descriptionOf(node);
	expect(
		NodeHelpers.getNodeParametersIssues(description.properties, complete(node), description),
	).toBeNull();
});

test.each(ours)('%s: %s refers to the credential that it asks for', (_file, _name, node) => {
	const { parameters } = complete(node);
	const { credentials = [] } = descriptionOf(node);
	const asked = credentials.filter((one) =>
		NodeHelpers.displayParameter(parameters, one, node, descriptionOf(node)),
	);
	expect(Object.keys(node.credentials ?? {})).toEqual(asked.map(({ name }) => name));
});
