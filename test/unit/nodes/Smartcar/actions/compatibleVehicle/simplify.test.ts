import { simplifyCompatibleVehicle } from '../../../../../../nodes/Smartcar/actions/compatibleVehicle/simplify';
import { compatibleVehicleSchema } from '../../../../../../nodes/Smartcar/actions/compatibleVehicle/schema';

test('lists the codes of signals and commands', () => {
	const capabilities = [
		{ type: 'signal', code: 'Voltage', capability: 'charge-voltage' },
		{ type: 'signal', code: 'Amperage', capability: 'charge-amperage' },
		{ type: 'command', code: 'charge-start' },
		{ type: 'something else', capability: 'x' },
	];
	expect(
		simplifyCompatibleVehicle(
			compatibleVehicleSchema.parse({ id: 'm1', attributes: { capabilities } }),
		),
	).toEqual({
		id: 'm1',
		make: null,
		model: null,
		firstYear: null,
		lastYear: null,
		region: null,
		powertrainType: null,
		signals: ['charge-voltage', 'charge-amperage'],
		commands: ['charge-start'],
	});
});
