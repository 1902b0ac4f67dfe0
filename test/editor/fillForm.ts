import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import { affectsDisplay, choicesOf, shownProperties, withDefaults } from './nodeDescription';
import type { ParameterForm } from './pages/parameterForm';
import { sampleChoice, sampleNumber, sampleText, sampleSelection } from './sampleValues';

/** Called at the start, and after each change that shows or hides fields. */
export type OnFieldsChanged = (values: INodeParameters) => Promise<void>;

/** By field: part of the text of the list entry to choose. By default the first entry. */
export type ListChoices = Readonly<Record<string, string>>;

const ALREADY_CHOSEN = ['resource', 'operation'];

/**
 * Fills in every field of a form as a user does. Fields that show or hide other fields get each of their values in turn.
 * @param start the values that the form has already
 * @returns the parameters that n8n must store for the node
 */
export async function fillForm(
	form: ParameterForm,
	description: INodeTypeDescription,
	start: INodeParameters,
	listChoices: ListChoices,
	onFieldsChanged: OnFieldsChanged,
): Promise<INodeParameters> {
	const filled = new Set(ALREADY_CHOSEN);
	let values = start;

	const fillRemaining = async (): Promise<void> => {
		await onFieldsChanged(withDefaults(description, values));
		for (;;) {
			const all = withDefaults(description, values);
			const next = shownProperties(description, all).find(
				({ name, type }) => type !== 'notice' && !filled.has(name),
			);
			if (next === undefined) return;
			filled.add(next.name);
			if (!affectsDisplay(description, next)) {
				values = { ...values, [next.name]: await fillField(form, next, next.name, listChoices) };
				continue;
			}
			for (const value of valuesOf(next)) {
				await choose(form, next, value);
				values = { ...values, [next.name]: value };
				await fillRemaining();
			}
		}
	};

	await fillRemaining();
	return values;
}

/** All values of a field, the default last, because it shows the fields that are used most. */
function valuesOf(property: INodeProperties): Array<string | number | boolean> {
	const values =
		property.type === 'boolean' ? [true, false] : choicesOf(property).map(({ value }) => value);
	return [
		...values.filter((value) => value !== property.default),
		...values.filter((value) => value === property.default),
	];
}

async function choose(
	form: ParameterForm,
	property: INodeProperties,
	value: string | number | boolean,
): Promise<void> {
	if (property.type === 'boolean') return await form.toggle(property.name);
	const choice = choicesOf(property).find((candidate) => candidate.value === value);
	await form.choose(property.name, choice?.name ?? '');
}

async function fillField(
	form: ParameterForm,
	property: INodeProperties,
	path: string,
	listChoices: ListChoices,
): Promise<NodeParameterValueType> {
	switch (property.type) {
		case 'string': {
			const text = sampleText(property);
			await form.type(path, text);
			return text;
		}
		case 'number': {
			const number = sampleNumber(property);
			await form.type(path, String(number));
			return number;
		}
		case 'boolean':
			await form.toggle(path);
			return property.default !== true;
		case 'options': {
			const { name, value } = sampleChoice(property);
			await form.choose(path, name);
			return value;
		}
		case 'multiOptions': {
			const selection = sampleSelection(property);
			await form.select(
				path,
				selection.map(({ name }) => name),
			);
			const preselected = Array.isArray(property.default) ? property.default : [];
			return [...preselected, ...selection.map(({ value }) => value)].map(String);
		}
		// The default is an example.
		case 'json':
			return typeof property.default === 'string' ? property.default : '';
		case 'resourceLocator': {
			const entry = await form.findInList(path, listChoices[property.name]);
			if (entry !== undefined) {
				await form.chooseFromList(path, entry);
				return { __rl: true, mode: 'list', value: expect.any(String), cachedResultName: entry };
			}
			const byId = property.modes?.find(({ type }) => type === 'string');
			const id = byId?.placeholder?.replace('e.g. ', '') ?? '';
			await form.typeInMode(path, byId?.displayName ?? '', id);
			return { __rl: true, mode: byId?.name ?? '', value: id };
		}
		case 'collection': {
			const values: INodeParameters = {};
			for (const option of property.options ?? []) {
				if (!('type' in option)) continue;
				await form.add(property.displayName, option.displayName);
				values[option.name] = await fillField(form, option, `${path}.${option.name}`, listChoices);
			}
			return values;
		}
		default:
			throw new Error(
				`Fields of the type ${property.type} cannot be filled in yet ('${property.displayName}')`,
			);
	}
}
