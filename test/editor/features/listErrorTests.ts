import { ACTION_NODE, operationsOf } from '../nodeDescription';
import { APPLICATION_CREDENTIAL } from '../names';
import type { EditorSession } from '../editorSession';

const REASON = 'Smartcar has never read the schedules of this vehicle';

export function refusedList(session: () => EditorSession): void {
	test('a list that cannot be had says why, and what to do instead', async () => {
		const { editor, environment, watch } = session();
		const isDelete = ({
			resource,
			operation,
		}: {
			resource: { value: unknown };
			operation: { value: unknown };
		}) => resource.value === 'chargeSchedule' && operation.value === 'delete';
		await editor.newWorkflow();
		await editor.picker.open();
		await editor.picker.openSmartcar();
		const panel = await editor.picker.add(operationsOf(ACTION_NODE).find(isDelete)?.action ?? '');
		await panel.useCredential(APPLICATION_CREDENTIAL);
		const { connections, vehicles } = environment.simulator.fleet;
		const unplugged = vehicles.find(
			({ battery, id }) =>
				battery === null && connections.some(({ vehicleId }) => vehicleId === id),
		);
		for (const [path, part] of [
			['vehicleId', unplugged?.id.slice(0, 8)],
			['userId', ''],
		] as const) {
			await panel.form.pick(path, (await panel.form.firstListed(path, part)) ?? '');
		}

		expect(await panel.form.refusedList('scheduleId')).toMatch(
			new RegExp(`${REASON}.* or choose By ID`),
		);
		// n8n answers 500 whatever the reason is.
		expect(await watch.take()).toEqual([
			expect.stringMatching(`^500 .*/resource-locator-results .*${REASON}`),
		]);
		await panel.close();
	});
}
