import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { exampleFiles, parseExample, type ExampleNode } from './exampleFiles';

const { description: action } = new Smartcar();
const { description: trigger } = new SmartcarTrigger();

/**
 * The tool variant that n8n derives from the node: with another name and a description for the
 * agent.
 */
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

const smartcarNodes = exampleFiles.flatMap((file) =>
	parseExample(file)
		.nodes.filter(({ type }) => type in DESCRIPTIONS)
		.map((node): [string, string, ExampleNode] => [file, node.name, node]),
);

function descriptionOf({ type }: ExampleNode): INodeTypeDescription {
	const description = DESCRIPTIONS[type];
	if (description === undefined) throw new Error(`There is no description of ${type}`);
	return description;
}

/** The node with the defaults of all shown parameters, as n8n completes it. */
function withDefaults(node: ExampleNode): INode {
	const description = descriptionOf(node);
	const stored: INodeParameters = JSON.parse(JSON.stringify(node.parameters));
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		stored,
		true,
		false,
		node,
		description,
	);
	return { ...node, parameters: parameters ?? {} };
}

test.each(smartcarNodes)(
	'%s: %s has no parameter that the node does not show',
	(_file, _name, node) => {
		expect(withDefaults(node).parameters).toMatchObject(node.parameters);
	},
);

test.each(smartcarNodes)('%s: %s has valid parameter values', (_file, _name, node) => {
	const description = descriptionOf(node);
	expect(
		NodeHelpers.getNodeParametersIssues(description.properties, withDefaults(node), description),
	).toBeNull();
});
