import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { VIEWPORT, type EditorSession } from '../editorSession';
import { fillForm } from '../fillForm';
import {
	actionName,
	listOperations,
	visibleProperties,
	SMARTCAR_NODE,
	withDefaultValues,
	type Operation,
} from '../nodeDescription';
import type { NodePanel } from '../pages/nodePanel';
import type { Scope } from '../scope';
import { takeFormScreenshot } from '../screenshots';
import { storedParameters } from '../storedParameters';
import { unresolvedTexts } from '../unresolvedTexts';

/** High enough to show the longest form without scrolling. */
const HIGH_VIEWPORT = { width: 1280, height: 1600 };

const FORM_TIMEOUT_MS = 120_000;

/** The operations for `npm test`. Together they have every kind of field. */
const SHORT_SELECTION = ['vehicle.getTirePressure', 'connection.getMany', 'command.setDestination'];

function operationId({ resource, operation }: Operation): string {
	return `${resource.value}.${operation.value}`;
}

export function operationFormTests(session: () => EditorSession, scope: Scope): void {
	const operations = listOperations()
		.map((operation) => ({ ...operation, id: operationId(operation) }))
		.filter(({ id }) => scope === 'all' || SHORT_SELECTION.includes(id));

	test('the options stay when another operation is chosen', async () => {
		const panel = await session().editor.addToNewWorkflow('Lock vehicle');
		const { form } = panel;
		await form.addOption('Options', 'Concurrent Requests');
		await form.type('options.concurrentCommands', '7');
		await form.choose('operation', 'Unlock');
		expect(await form.inputValue('options.concurrentCommands')).toBe('7');
		const nodeName = await panel.title();
		await panel.close();
		const expected = { operation: 'unlock', options: { concurrentCommands: 7 } };
		expect(await storedParameters(session(), nodeName, expected)).toMatchObject(expected);
	});

	// With a minimum, n8n would put it into a field that somebody only looks at.
	test('the form does not choose a charge limit by itself', async () => {
		const panel = await session().editor.addToNewWorkflow(actionName('command', 'setChargeLimit'));
		const input = panel.form.field('percent').locator('input');
		await input.focus();
		await input.blur();
		expect(await panel.form.inputValue('percent')).toBe('0');
		await panel.form.type('percent', '30');
		expect(await panel.form.inputValue('percent')).toBe('30');
		await panel.close();
	});

	describe('the form of each operation shows its fields, can be filled in, and is stored', () => {
		beforeAll(async () => await session().page.setViewportSize(HIGH_VIEWPORT));
		afterAll(async () => await session().page.setViewportSize(VIEWPORT));

		test.each(operations)(
			'$id',
			async ({ resource, operation, action, id }) => {
				const panel = await session().editor.addToNewWorkflow(action);
				const nodeName = await panel.title();
				expect(await panel.form.inputValue('resource')).toBe(resource.name);
				expect(await panel.form.inputValue('operation')).toBe(operation.name);

				// Forms whose fields depend on each other have several variants.
				let variants = 0;
				const filledIn = await fillForm(
					panel.form,
					SMARTCAR_NODE,
					{ resource: resource.value, operation: operation.value },
					session().listChoices,
					async (values) => {
						variants += 1;
						await expectFields(panel, values);
						await takeFormScreenshot(panel.root, variants === 1 ? id : `${id}-${variants}`);
					},
				);

				await takeFormScreenshot(panel.root, `${id}-filled`);
				expect(await unresolvedTexts(panel.root)).toEqual([]);
				expect(await panel.issues.count()).toBe(0);
				await panel.close();
				const expected = expectedParameters(filledIn);
				expect(await storedParameters(session(), nodeName, expected)).toMatchObject(expected);
			},
			FORM_TIMEOUT_MS,
		);
	});
}

/** Checks that the form shows exactly the fields and notices of the node's description. */
async function expectFields(panel: NodePanel, values: INodeParameters): Promise<void> {
	const properties = visibleProperties(SMARTCAR_NODE, values);
	const displayNamesOf = (propertyType: INodeProperties['type']) =>
		properties.filter(({ type }) => type === propertyType).map(({ displayName }) => displayName);
	const fields = properties
		.filter(({ type }) => !['notice', 'collection', 'fixedCollection'].includes(type))
		.map(({ name }) => name);
	// The form shows a new field with a short delay.
	for (const field of fields) await panel.form.field(field).waitFor();
	const shownFields = (await panel.form.paths()).filter((path) => !path.includes('.'));
	expect(shownFields).toEqual(fields);
	expect(await panel.notices()).toEqual(displayNamesOf('notice'));
	for (const name of [...displayNamesOf('collection'), ...displayNamesOf('fixedCollection')])
		expect(await panel.parameters.innerText()).toContain(name);
}

/**
 * The parameters that n8n must store: those of visible fields with another value than the default.
 */
function expectedParameters(values: INodeParameters): INodeParameters {
	const stored = visibleProperties(SMARTCAR_NODE, withDefaultValues(SMARTCAR_NODE, values)).filter(
		({ name, default: defaultValue }) =>
			name in values && JSON.stringify(values[name]) !== JSON.stringify(defaultValue),
	);
	return Object.fromEntries(
		stored.map((property) => [property.name, withoutHiddenOptions(property, values)]),
	);
}

/**
 * The value of a field. Of a collection, without the options that were added while other values of
 * the form showed more of them.
 */
function withoutHiddenOptions(
	{ name, type, options = [] }: INodeProperties,
	values: INodeParameters,
): NodeParameterValueType {
	const value = values[name];
	if (type !== 'collection' || typeof value !== 'object' || value === null) return value;
	const shown = new Set(options.map((option) => option.name));
	return Object.fromEntries(Object.entries(value).filter(([option]) => shown.has(option)));
}
