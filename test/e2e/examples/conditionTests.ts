import { batteryOf, type Vehicle } from '../../../simulator/simulator';
import {
	BATTERY_LOW,
	CAR_LEFT_AREA,
	CHARGING_FINISHED,
	LOW_TIRE_PRESSURE_ALERT,
	readExample,
	SERVICE_DUE,
	STOP_CHARGING,
} from '../../../tools/testEnvironment/exampleWorkflows';
import type { ExampleRunner } from '../../support/exampleRunner';

/** The center of the area in the example. */
const CENTER = { latitude: 52.520008, longitude: 13.404954 };
const FAR_AWAY = { latitude: 48.137, longitude: 11.575 };

export function conditionTests(runner: () => ExampleRunner): void {
	/** Messages have makes as people write them, such as Tesla for TESLA. */
	const nameOf = ({ year, model }: Vehicle) => `${year} Tesla ${model}`;

	/**
	 * Changes the vehicle step by step, delivers its signals after each step, and returns the
	 * messages.
	 */
	async function deliverSteps(
		example: string,
		vehicle: Vehicle,
		codes: string | string[],
		steps: Array<() => void>,
	) {
		const { events } = runner().simulator;
		const signals = [codes].flat();
		const delivered = steps.map((change) => {
			change();
			return events.vehicleState(vehicle, { triggers: signals, signals });
		});
		const workflow = await readExample(example);
		const { outputs } = await runner().deliver(workflow, delivered, 'Send the Message');
		return outputs.flat().map(({ message }) => message);
	}

	test('low tire pressure: one message, and the next one only after the tire has been filled', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const messages = await deliverSteps(
			LOW_TIRE_PRESSURE_ALERT,
			vehicle,
			'wheel-tires',
			[240, 199, 190, 215, 198, 220, 178].map((frontLeft) => () => {
				vehicle.tires = { frontLeft, frontRight: 240, backLeft: 240, backRight: 240 };
			}),
		);
		const message = (pressure: string) =>
			`${nameOf(vehicle)}: front left tire is at ${pressure}, below 200 kPa`;
		expect(messages).toEqual([message('199 kPa (28.9 psi)'), message('178 kPa (25.8 psi)')]);
	});

	test('car left an area: a message when the car is outside, and not before it has come back', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const messages = await deliverSteps(
			CAR_LEFT_AREA,
			vehicle,
			'location-preciselocation',
			[CENTER, FAR_AWAY, FAR_AWAY, CENTER, FAR_AWAY].map((location) => () => {
				vehicle.location = location;
			}),
		);
		const message = expect.stringContaining(`${nameOf(vehicle)} has left the area`);
		expect(messages).toEqual([message, message]);
	});

	test('service due: a message whenever the odometer passes a multiple of 15,000 km', async () => {
		const vehicle = runner().vehicleByModel('Escape');
		const messages = await deliverSteps(
			SERVICE_DUE,
			vehicle,
			'odometer-traveleddistance',
			[29_990, 30_004, 30_100, 45_000].map((odometerKm) => () => {
				vehicle.odometerKm = odometerKm;
			}),
		);
		expect(messages).toEqual([
			expect.stringContaining('odometer has passed 30,000 km and is at 30,004 km'),
			expect.stringContaining('odometer has passed 45,000 km and is at 45,000 km'),
		]);
	});

	test('charging has finished: a message when the car is fully charged', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const battery = batteryOf(vehicle);
		battery.isPluggedIn = true;
		const messages = await deliverSteps(
			CHARGING_FINISHED,
			vehicle,
			'charge-detailedchargingstatus',
			[
				() => Object.assign(battery, { isCharging: true, percent: 99 }),
				() => Object.assign(battery, { isCharging: false, percent: 100 }),
			],
		);
		expect(messages).toEqual([`${nameOf(vehicle)}: charging status is fully charged`]);
	});

	test('battery low: a message if the car is not plugged in, and none if it is', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const battery = batteryOf(vehicle);
		const messages = await deliverSteps(BATTERY_LOW, vehicle, 'tractionbattery-stateofcharge', [
			() => Object.assign(battery, { isPluggedIn: false, isCharging: false, percent: 21 }),
			() => Object.assign(battery, { percent: 18 }),
		]);
		expect(messages).toEqual([
			`${nameOf(vehicle)}: battery level is at 18%, below 20%, and the car is not plugged in`,
		]);

		const pluggedIn = await deliverSteps(BATTERY_LOW, vehicle, 'tractionbattery-stateofcharge', [
			() => Object.assign(battery, { percent: 35 }),
			() => Object.assign(battery, { isPluggedIn: true, percent: 19 }),
		]);
		expect(pluggedIn).toEqual([]);
	});

	test('battery low: a message if the car is unplugged too early', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const battery = batteryOf(vehicle);
		const unplugAt = async (percent: number) =>
			await deliverSteps(BATTERY_LOW, vehicle, 'charge-ischargingcableconnected', [
				() => Object.assign(battery, { isPluggedIn: true, percent }),
				() => Object.assign(battery, { isPluggedIn: false }),
			]);

		expect(await unplugAt(19)).toEqual([
			`${nameOf(vehicle)} is not plugged in, and its battery level is at 19%`,
		]);
		expect(await unplugAt(20)).toEqual([]);
	});

	test('battery low: one message if the battery has become low and the car was unplugged', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const battery = batteryOf(vehicle);
		const codes = ['tractionbattery-stateofcharge', 'charge-ischargingcableconnected'];
		const messages = await deliverSteps(BATTERY_LOW, vehicle, codes, [
			() => Object.assign(battery, { isPluggedIn: true, percent: 40 }),
			() => Object.assign(battery, { isPluggedIn: false, isCharging: false, percent: 18 }),
		]);
		expect(messages).toEqual([
			`${nameOf(vehicle)}: battery level is at 18%, below 20%, and the car is not plugged in`,
		]);
	});

	test('stop charging at 80%: the car stops charging, and a car that does not charge counts as done', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const battery = batteryOf(vehicle);
		const code = 'tractionbattery-stateofcharge';
		const charging = await deliverSteps(STOP_CHARGING, vehicle, code, [
			() => Object.assign(battery, { isPluggedIn: true, isCharging: true, percent: 79 }),
			() => Object.assign(battery, { percent: 80 }),
		]);
		expect(battery.isCharging).toBe(false);

		const idle = await deliverSteps(STOP_CHARGING, vehicle, code, [
			() => Object.assign(battery, { percent: 70 }),
			() => Object.assign(battery, { percent: 81 }),
		]);
		expect([...charging, ...idle]).toEqual([
			expect.stringMatching(/is at 80%, above 79%\. Charging has been stopped\.$/),
			expect.stringMatching(/is at 81%, above 79%\. It was not charging\.$/),
		]);
	});
}
