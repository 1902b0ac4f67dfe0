import type { EditorSession } from '../editorSession';
import { actionName } from '../nodeDescription';
import { areaOf, takeScreenshot } from '../screenshots';

/** A vehicle in the list, for example `2021 Tesla Model 3 · 36ab27d0`. */
const VEHICLE_ENTRY = /^\d{4} \S.* · [0-9a-f]{8}( \(simulated\))?$/;

export function vehicleListTests(session: () => EditorSession): void {
	test('a vehicle can be chosen from the list by its name, and the node reads its signals', async () => {
		const { editor, page, environment } = session();
		const action = actionName('signal', 'getMany');
		const panel = await editor.addToNewWorkflow(action);

		const { vehicles } = environment.simulator.fleet;
		const entries = await panel.form.openList('vehicleId', vehicles.length);
		await takeScreenshot(
			page,
			'vehicle-list',
			await areaOf([panel.form.fieldWithLabel('vehicleId'), panel.form.openedList]),
		);
		expect(entries).toHaveLength(vehicles.length);
		for (const entry of entries) expect(entry).toMatch(VEHICLE_ENTRY);

		const [entry = ''] = entries;
		const vehicle = vehicles.find(({ id }) => entry.includes(id.slice(0, 8)));
		if (vehicle === undefined) throw new Error(`The fleet has no vehicle '${entry}'`);
		expect(entry).toContain(`${vehicle.year} `);
		expect(entry).toContain(vehicle.model);
		await panel.form.chooseFromList('vehicleId', entry);
		expect(await panel.form.chosenFromList('vehicleId')).toBe(entry);

		// The node finds the user of the vehicle by itself.
		await panel.execute();
		expect(await panel.outputWith(vehicle.id)).toContain('code');
		await editor.dismissMessages();
		await takeScreenshot(
			page,
			'action-form',
			await areaOf(
				[
					panel.outputFormats,
					...['resource', 'simplify'].map((path) => panel.form.fieldWithLabel(path)),
				],
				4,
			),
		);
		await panel.close();
		await expect(editor.subtitle(action)).resolves.toBe('get many: signal');
	});

	test('Vehicle: Get Many without a result says why above the output', async () => {
		const { editor, environment } = session();
		const { connections } = environment.simulator.fleet;
		const panel = await editor.addToNewWorkflow(actionName('vehicle', 'getMany'));
		const connected = connections.splice(0);
		try {
			await panel.startExecution();
			expect(await panel.hints()).toEqual([
				expect.stringMatching(/^No vehicles found\. To include both live and simulated vehicles/),
			]);
		} finally {
			connections.push(...connected);
		}
		await panel.close();
	});
}
