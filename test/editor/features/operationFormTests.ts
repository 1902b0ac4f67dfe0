import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import { ACTION_NODE, defaultsOf, operationsOf, shown, type Operation } from '../nodeDescription';
import type { Extent } from '../scope';
import { fillForm } from '../fillForm';
import { APPLICATION_CREDENTIAL } from '../names';
import type { NodePanel } from '../pages/nodePanel';
import { takeForm } from '../screenshots';
import { VIEWPORT, type EditorSession } from '../editorSession';
import { unresolvedTexts } from '../unresolvedTexts';

/** Tall enough for the longest form, so that nothing has to be scrolled into sight. */
const TALL = { width: 1280, height: 1600 };

const FORM_MS = 120_000;
const SAVED_WITHIN_MS = 20_000;

/** One of each kind of field: a list and a limit, a vehicle, numbers and two fields that belong together. */
const SHORT = ['vehicle.getTirePressure', 'connection.getMany', 'command.setDestination'];

const workflowSchema = z.object({
	data: z.object({
		nodes: z.array(z.object({ name: z.string(), parameters: z.record(z.unknown()) })),
	}),
});

function idOf({ resource, operation }: Operation): string {
	return `${resource.value}.${operation.value}`;
}

export function operationForms(session: () => EditorSession, extent: Extent): void {
	const operations = operationsOf(ACTION_NODE).filter(
		(operation) => extent === 'all' || SHORT.includes(idOf(operation)),
	);

	describe('the form of', () => {
		beforeAll(async () => await session().page.setViewportSize(TALL));
		beforeEach(async () => await session().editor.newWorkflow());
		afterAll(async () => await session().page.setViewportSize(VIEWPORT));

		test.each(operations.map((operation) => ({ ...operation, id: idOf(operation) })))(
			'$id',
			async ({ resource, operation, action, id }) => {
				const { editor } = session();
				await editor.picker.open();
				await editor.picker.openSmartcar();
				const panel = await editor.picker.add(action);
				await panel.useCredential(APPLICATION_CREDENTIAL);
				const name = await panel.title();
				expect(await panel.form.chosen('resource')).toBe(resource.name);
				expect(await panel.form.chosen('operation')).toBe(operation.name);

				const start = { resource: resource.value, operation: operation.value };
				let faces = 0;
				const filled = await fillForm(
					panel.form,
					ACTION_NODE,
					start,
					session().wanted,
					async (values) => {
						faces += 1;
						await expectFields(panel, values);
						await takeForm(panel.root, faces === 1 ? id : `${id}-${faces}`);
					},
				);

				await takeForm(panel.root, `${id}-filled`);
				expect(await unresolvedTexts(panel.root)).toEqual([]);
				expect(await panel.issues.count()).toBe(0);
				await panel.close();
				const wanted = toStore(filled);
				expect(await storedParameters(session(), name, wanted)).toMatchObject(wanted);
			},
			FORM_MS,
		);
	});
}

/** The form shows exactly the fields and notices that the node's description says it does. */
async function expectFields(panel: NodePanel, values: INodeParameters): Promise<void> {
	const properties = shown(ACTION_NODE, values);
	const named = (wanted: (property: INodeProperties) => boolean, by: 'name' | 'displayName') =>
		properties.filter(wanted).map((property) => property[by]);
	const fields = named(({ type }) => type !== 'notice' && type !== 'collection', 'name');
	// A field that has just become due appears a moment later.
	for (const field of fields) await panel.form.field(field).waitFor();
	const found = (await panel.form.paths()).filter((path) => !path.includes('.'));
	expect(found).toEqual(fields);
	expect(await panel.notices()).toEqual(named(({ type }) => type === 'notice', 'displayName'));
	for (const collection of named(({ type }) => type === 'collection', 'displayName')) {
		expect(await panel.parameters.innerText()).toContain(collection);
	}
}

/** What n8n stores: only what is shown, and no default. */
function toStore(values: INodeParameters): INodeParameters {
	const stored = shown(ACTION_NODE, defaultsOf(ACTION_NODE, values)).filter(
		({ name, default: preset }) =>
			name in values && JSON.stringify(values[name]) !== JSON.stringify(preset),
	);
	return Object.fromEntries(stored.map(({ name }) => [name, values[name]]));
}

/** What n8n has stored for the node, once it holds what is wanted: it stores now and then, by itself. */
async function storedParameters(
	{ environment, editor }: EditorSession,
	name: string,
	wanted: INodeParameters,
): Promise<Record<string, unknown>> {
	let stored: Record<string, unknown> = {};
	await pWaitFor(
		async () => {
			const { data } = workflowSchema.parse(
				await environment.rest.get(`/rest/workflows/${editor.workflowId}`),
			);
			stored = data.nodes.find((node) => node.name === name)?.parameters ?? {};
			return holds(stored, wanted);
		},
		{ interval: 250, timeout: SAVED_WITHIN_MS },
	).catch(() => undefined);
	return stored;
}

function holds(stored: object, wanted: object): boolean {
	try {
		expect(stored).toMatchObject(wanted);
		return true;
	} catch {
		return false;
	}
}
