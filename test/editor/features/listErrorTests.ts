import type { EditorSession } from '../editorSession';
import { actionName } from '../nodeDescription';

const REASON = 'This vehicle does not report charge schedules';

export function listErrorTests(session: () => EditorSession): void {
	test('a list that cannot be loaded shows the reason, and suggests By ID', async () => {
		const { browserErrors, editor, environment } = session();
		const panel = await editor.addToNewWorkflow(actionName('chargeSchedule', 'delete'));
		const { connections, vehicles } = environment.simulator.fleet;
		const vehicleWithoutBattery = vehicles.find(
			({ battery, id }) =>
				battery === null && connections.some(({ vehicleId }) => vehicleId === id),
		);
		const shortId = vehicleWithoutBattery?.id.slice(0, 8);
		const entry = await panel.form.findInList('vehicleId', shortId);
		await panel.form.chooseFromList('vehicleId', entry);

		let errors: string[] = [];
		const message = await panel.form
			.openListWithError('scheduleId')
			// Taken also if this fails, because otherwise the expected error would outlast a retry.
			.finally(async () => (errors = await browserErrors.takeErrors()));
		expect(message).toMatch(new RegExp(`${REASON}.* or choose By ID`));
		// n8n responds with 500 to the editor's request if a list cannot be loaded.
		expect(errors).toEqual([expect.stringMatching(`^500 .*/resource-locator-results .*${REASON}`)]);
		await panel.close();
	});
}
