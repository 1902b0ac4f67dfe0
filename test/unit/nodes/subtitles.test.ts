import { Workflow, type INodeParameters, type INodeType, type INodeTypes } from 'n8n-workflow';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { testNode } from './testNode';

/** What the canvas shows below the name of a node. */
function subtitle(type: INodeType, parameters: INodeParameters): unknown {
	const node = testNode({ parameters });
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		node,
		type.description.subtitle,
		'internal',
		{},
	);
}

test.each([
	['vehicle', 'getTirePressure', 'get tire pressure: vehicle'],
	['chargeSchedule', 'create', 'create: charge schedule'],
	['compatibleVehicle', 'getMany', 'get many: compatible vehicle'],
])(
	'the subtitle of the resource %s with the operation %s is "%s"',
	(resource, operation, expected) => {
		expect(subtitle(new Smartcar(), { resource, operation })).toBe(expected);
	},
);

test('the subtitle of the trigger lists its events', () => {
	const events = ['VEHICLE_ERROR', 'VEHICLE_STATE'];
	expect(subtitle(new SmartcarTrigger(), { events })).toBe('vehicle error, vehicle state');
});
