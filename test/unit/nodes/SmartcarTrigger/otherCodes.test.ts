import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { SmartcarTrigger } from '../../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { testTrigger } from '../testNode';

const { description } = new SmartcarTrigger();
const { properties } = description;

test('n8n keeps the codes that are entered for Other', () => {
	const parameters: INodeParameters = {
		events: ['VEHICLE_STATE', 'VEHICLE_ERROR'],
		filters: {
			errorCodes: ['other'],
			otherErrorCodes: 'CHARGE_FAULT',
			signalCodes: ['other'],
			otherSignalCodes: 'a-b',
		},
	};
	const node = testTrigger({ parameters });

	const kept = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	expect(kept?.filters).toEqual(parameters.filters);
	expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
});
