import { ACTION_NODE, operationsOf } from '../nodeDescription';
import { APPLICATION_CREDENTIAL } from '../names';
import { takePicture } from '../screenshots';
import type { EditorSession } from '../editorSession';

/** Such as `2021 Tesla Model 3 · 36ab27d0`. */
const NAME = /^\d{4} \S.* · [0-9a-f]{8}( \(simulated\))?$/;

export function vehicleList(session: () => EditorSession): void {
	test('a vehicle is picked from the list by its name, and the node reads that one', async () => {
		const { editor, page, environment } = session();
		await editor.newWorkflow();
		await editor.picker.open();
		await editor.picker.openSmartcar();
		const signals = operationsOf(ACTION_NODE).find(
			({ resource, operation }) => resource.value === 'signal' && operation.value === 'getMany',
		);
		const panel = await editor.picker.add(signals?.action ?? '');
		await panel.useCredential(APPLICATION_CREDENTIAL);

		const { connections, vehicles } = environment.simulator.fleet;
		const names = await panel.form.openList('vehicleId', vehicles.length);
		await takePicture(page, 'vehicle-list');
		expect(names).toHaveLength(vehicles.length);
		for (const name of names) expect(name).toMatch(NAME);

		const [name = ''] = names;
		const vehicle = vehicles.find(({ id }) => name.includes(id.slice(0, 8)));
		if (vehicle === undefined) throw new Error(`The fleet has no vehicle '${name}'`);
		expect(name).toContain(`${vehicle.year} `);
		expect(name).toContain(vehicle.model);
		await panel.form.pick('vehicleId', name);
		expect(await panel.form.picked('vehicleId')).toBe(name);

		const owner = connections.find(({ vehicleId }) => vehicleId === vehicle.id);
		await panel.form.openList('userId');
		await panel.form.pick('userId', owner?.userId ?? '');
		await panel.execute();
		expect(await panel.outputWith(vehicle.id)).toContain('code');
		await editor.dismissMessages();
		await takePicture(page, 'action-form');
		await panel.close();
		await expect(editor.subtitle(signals?.action ?? '')).resolves.toBe('get many: signal');
	});
}
