import { VEHICLE_ERROR_ALERT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import type { ExampleRunner } from '../../support/exampleRunner';

export function errorAlertTests(runner: () => ExampleRunner): void {
	test('a repeated error causes one alert, a resolved error an all-clear, and a missing capability no message, unless connecting again helps', async () => {
		const { events } = runner().simulator;
		const vehicle = runner().vehicleByModel('Enyaq');
		const compatibilityError = (code: string) =>
			events.vehicleError(vehicle, { errors: [{ type: 'COMPATIBILITY', code }] });
		const delivered = [
			events.vehicleError(vehicle),
			events.vehicleError(vehicle),
			events.resolvedVehicleError(vehicle),
			compatibilityError('VEHICLE_NOT_CAPABLE'),
			compatibilityError('PLATFORM_NOT_CAPABLE'),
			events.vehicleState(vehicle),
		];

		const { responses, outputs } = await runner().deliver(
			await readExample(VEHICLE_ERROR_ALERT),
			delivered,
			'Send the Message',
		);

		expect(responses).toEqual([
			'200 accepted',
			'200 ignored',
			'200 accepted',
			'200 accepted',
			'200 accepted',
			'200 ignored',
		]);
		const messages = outputs.map((items) => items.map(({ message }) => message));
		expect(messages).toEqual([
			[`${vehicle.year} Skoda Enyaq cannot be read: it cannot be reached. Please try again later.`],
			[`${vehicle.year} Skoda Enyaq can be read again: it can be reached.`],
			[],
			[expect.stringContaining('(the car has to be reconnected for this)')],
		]);
	});
}
