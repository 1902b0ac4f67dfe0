import type { Vehicle } from '../../../simulator/simulator';
import type { JsonObject } from '../../../simulator/json';
import {
	LOW_TIRE_PRESSURE_ALERT,
	VEHICLE_ERROR_ALERT,
	readExample,
} from '../../../tools/testEnvironment/exampleWorkflows';
import { vehicleName, type ExampleRunner } from '../../support/exampleRunner';

/** A copy of the event with another unit and other pressures, which are in the event's order of the tires. */
function withTirePressures(
	event: JsonObject,
	pressures: Array<number | null>,
	unit: string,
): JsonObject {
	const text = JSON.stringify(event).replace(/"unit":"kPa"/, `"unit":"${unit}"`);
	let index = 0;
	return JSON.parse(
		text.replace(/"tirePressure":\d+/g, () => `"tirePressure":${pressures[index++]}`),
	);
}

export function tireTests(runner: () => ExampleRunner): void {
	const stateEvent = (vehicle: Vehicle) => {
		const signals = ['wheel-tires', 'odometer-traveleddistance'];
		return runner().simulator.events.vehicleState(vehicle, {
			triggers: ['wheel-tires'],
			signals,
		});
	};

	test('each axle has its own limit, and a vehicle with several low tires causes one alert', async () => {
		const [lowVehicle, fullVehicle] = [
			runner().vehicleByModel('Enyaq'),
			runner().vehicleByModel('Model 3'),
		];
		lowVehicle.tires = { frontLeft: 205, frontRight: 199, backLeft: 205, backRight: 211 };
		fullVehicle.tires = { frontLeft: 200, frontRight: 201, backLeft: 210, backRight: 211 };

		const { responses, outputs } = await runner().deliver(
			await readExample(LOW_TIRE_PRESSURE_ALERT),
			[stateEvent(lowVehicle), stateEvent(fullVehicle)],
			'Send the Alert',
		);

		expect(responses).toEqual(['200 accepted', '200 accepted']);
		const alert = `${vehicleName(lowVehicle)}: low tire pressure (front right, rear left), the lowest is 199 kPa`;
		expect(outputs).toEqual([[{ alert, vehicleId: lowVehicle.id }], []]);
	});

	test.each([
		['psi', [36, 27, null, 35], 'rear right), the lowest is 186 kPa'],
		['psi', [250, 180, 251, 252], 'rear right), the lowest is 180 kPa'],
		['bar', [250, 251, 190, 252], 'front right), the lowest is 190 kPa'],
	])(
		'the alert is in kPa for the unit %s and the pressures %j',
		async (unit, pressures, ending) => {
			const event = withTirePressures(
				stateEvent(runner().vehicleByModel('Enyaq')),
				pressures,
				unit,
			);

			const { outputs } = await runner().deliver(
				await readExample(LOW_TIRE_PRESSURE_ALERT),
				[event],
				'Send the Alert',
			);

			expect(outputs).toEqual([
				[expect.objectContaining({ alert: expect.stringContaining(`(${ending}`) })],
			]);
		},
	);

	test('a first delivery causes an alert; failed, unchanged or other signals cause none', async () => {
		const { events } = runner().simulator;
		const vehicle = runner().vehicleByModel('Enyaq');
		vehicle.tires = { frontLeft: 150, frontRight: 250, backLeft: 250, backRight: 250 };
		const [tires, odometer] = ['wheel-tires', 'odometer-traveleddistance'];
		const failed = { [tires]: { type: 'VEHICLE_STATE' as const, code: 'ASLEEP' } };
		const delivered = [
			events.firstDelivery(vehicle, { signals: [tires, odometer] }),
			events.vehicleState(vehicle, { triggers: [tires], signals: [tires], failed }),
			events.vehicleState(vehicle, { triggers: [odometer], signals: [tires, odometer] }),
			events.vehicleState(vehicle, { triggers: [odometer], signals: [odometer] }),
		];

		const { outputs } = await runner().deliver(
			await readExample(LOW_TIRE_PRESSURE_ALERT),
			delivered,
			'Send the Alert',
		);

		const alert = expect.stringContaining('(front left), the lowest is 150 kPa');
		expect(outputs).toEqual([[{ alert, vehicleId: vehicle.id }], [], [], []]);
	});
}

export function errorTests(runner: () => ExampleRunner): void {
	test('a repeated error causes one alert, a resolved error an all-clear, and a missing capability no message', async () => {
		const { events } = runner().simulator;
		const vehicle = runner().vehicleByModel('Enyaq');
		const errors = [{ type: 'COMPATIBILITY' as const, code: 'VEHICLE_NOT_CAPABLE' }];
		const delivered = [
			events.vehicleError(vehicle),
			events.vehicleError(vehicle),
			events.resolvedVehicleError(vehicle),
			events.vehicleError(vehicle, { errors }),
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
			'200 ignored',
		]);
		const messages = outputs.map((items) => items.map(({ message }) => message));
		expect(messages).toEqual([
			[`${vehicle.year} Skoda Enyaq cannot be read: UNREACHABLE. Please try again later.`],
			[`${vehicle.year} Skoda Enyaq can be read again (UNREACHABLE).`],
			[],
		]);
	});
}
