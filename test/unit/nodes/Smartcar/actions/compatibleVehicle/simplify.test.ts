import { simplifyCompatibleVehicle } from '../../../../../../nodes/Smartcar/actions/compatibleVehicle/simplify';
import { compatibleVehicle } from '../../../../../../nodes/Smartcar/actions/compatibleVehicle/schema';

test('lists the codes of signals and commands, and each permission once', () => {
	const capabilities = [
		{ type: 'signal', code: 'Voltage', capability: 'charge-voltage', permission: 'read_charge' },
		{ type: 'signal', code: 'Amperage', capability: 'charge-amperage', permission: 'read_charge' },
		{ type: 'command', code: 'charge-start', permission: 'control_charge' },
		{ type: 'something else', capability: 'x' },
	];
	expect(
		simplifyCompatibleVehicle(compatibleVehicle.parse({ id: 'm1', attributes: { capabilities } })),
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
		permissions: ['control_charge', 'read_charge'],
	});
});
