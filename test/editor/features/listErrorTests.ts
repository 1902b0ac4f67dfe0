import type { EditorSession } from '../editorSession';
import { actionOf } from '../nodeDescription';

const REASON = 'Smartcar has never read the schedules of this vehicle';

export function listErrorTests(session: () => EditorSession): void {
	test('a list that cannot be loaded shows the reason, and suggests to enter an ID', async () => {
		const { browserErrors, editor, environment } = session();
		const panel = await editor.addToNewWorkflow(actionOf('chargeSchedule', 'delete'));
		const { connections, vehicles } = environment.simulator.fleet;
		const withoutBattery = vehicles.find(
			({ battery, id }) =>
				battery === null && connections.some(({ vehicleId }) => vehicleId === id),
		);
		for (const [path, part] of [
			['vehicleId', withoutBattery?.id.slice(0, 8)],
			['userId', ''],
		] as const) {
			const entry = await panel.form.findInList(path, part);
			await panel.form.chooseFromList(path, entry ?? '');
		}

		expect(await panel.form.openListWithError('scheduleId')).toMatch(
			new RegExp(`${REASON}.* or choose By ID`),
		);
		// n8n answers every error of a list with 500.
		expect(await browserErrors.take()).toEqual([
			expect.stringMatching(`^500 .*/resource-locator-results .*${REASON}`),
		]);
		await panel.close();
	});
}
