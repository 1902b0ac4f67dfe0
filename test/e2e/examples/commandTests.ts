import { batteryOf } from '../../../simulator/simulator';
import { nodeOutput } from '../../../tools/n8n/runData';
import { CHARGE_WHEN_CHEAP, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import { withEditedField } from '../../../tools/testEnvironment/workflow';
import type { ExampleRunner } from '../../support/exampleRunner';

const SETTINGS_NODE = 'Set the Car and the Price';

export function commandTests(runner: () => ExampleRunner): void {
	test('the car charges while the price is low and stops when it is high, and a message says if it is not plugged in', async () => {
		const vehicle = runner().vehicleByModel('Model 3');
		const battery = batteryOf(vehicle);
		Object.assign(battery, { isPluggedIn: true, isCharging: false, percent: 40 });
		const example = withEditedField(
			await readExample(CHARGE_WHEN_CHEAP),
			SETTINGS_NODE,
			'vehicleId',
			vehicle.id,
		);
		const runAt = async (price: string) => {
			const workflow = withEditedField(example, SETTINGS_NODE, 'pricePerKwh', price);
			await runner().environment.rest.saveWorkflow(workflow);
			return await runner().execute(workflow, 'Every Hour of the Night');
		};

		await runAt('0.05');
		expect(battery.isCharging).toBe(true);
		const again = await runAt('0.05');
		expect(nodeOutput(again, 'Done')).toMatchObject([{ alreadyDone: true }]);
		await runAt('0.45');
		expect(battery.isCharging).toBe(false);

		battery.isPluggedIn = false;
		const failed = await runAt('0.05');
		expect(nodeOutput(failed, 'Send the Message')).toEqual([
			{ message: expect.stringContaining('The command to start or stop charging failed: ') },
		]);
	});
}
