import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import {
	affectsOtherFields,
	isVisible,
	optionsOf,
	visibleProperties,
	withDefaultValues,
} from './nodeDescription';
import type { ParameterForm } from './pages/parameterForm';
import { sampleOption, sampleNumber, sampleText, sampleOptions } from './sampleValues';

/**
 * Called at the start and after each change that shows or hides fields, with the current values of
 * the form.
 */
type OnFieldsChanged = (values: INodeParameters) => Promise<void>;

/**
 * For each resource locator by name: part of the list entry to choose. Without one, the first entry
 * is chosen.
 */
export type ListChoices = Readonly<Record<string, string>>;

/** The test has chosen the values of these fields before it calls `fillForm`. */
const ALREADY_FILLED = ['resource', 'operation'];

/**
 * Fills in every field of a form with clicks and keys. A field that shows or hides other fields
 * gets each of its values, one after the other.
 * @param initialValues the values that the form already has
 * @returns the parameters that n8n must store for the node
 */
export async function fillForm(
	form: ParameterForm,
	description: INodeTypeDescription,
	initialValues: INodeParameters,
	listChoices: ListChoices,
	onFieldsChanged: OnFieldsChanged,
): Promise<INodeParameters> {
	const filledFields = new Set(ALREADY_FILLED);
	let values = initialValues;

	const fillRemaining = async (): Promise<void> => {
		await onFieldsChanged(withDefaultValues(description, values));
		for (;;) {
			const currentValues = withDefaultValues(description, values);
			const remaining = visibleProperties(description, currentValues).filter(
				({ name, type }) => type !== 'notice' && !filledFields.has(name),
			);
			// n8n clears a field whose list depends on another field once that one changes.
			const next =
				remaining.find(({ typeOptions }) => typeOptions?.loadOptionsDependsOn === undefined) ??
				remaining[0];
			if (next === undefined) return;
			filledFields.add(next.name);
			if (!affectsOtherFields(description, next)) {
				const shown = withVisibleOptions(description, currentValues, next);
				values = { ...values, [next.name]: await fillField(form, shown, next.name, listChoices) };
				continue;
			}
			for (const value of allValues(next)) {
				await chooseValue(form, next, value);
				values = { ...values, [next.name]: value };
				await fillRemaining();
			}
		}
	};

	await fillRemaining();
	return values;
}

/** The field, without the options of a collection that the form does not offer. */
const withVisibleOptions = (
	description: INodeTypeDescription,
	values: INodeParameters,
	property: INodeProperties,
): INodeProperties => ({
	...property,
	options: property.options?.filter(
		(option) => !('type' in option) || isVisible(description, values, option),
	),
});

/**
 * All values of a field. The default is the last, because the fields that it shows are used most.
 */
function allValues(property: INodeProperties): Array<string | number | boolean> {
	const values =
		property.type === 'boolean' ? [true, false] : optionsOf(property).map(({ value }) => value);
	return [
		...values.filter((value) => value !== property.default),
		...values.filter((value) => value === property.default),
	];
}

/** Sets a boolean or an options field to a value. */
async function chooseValue(
	form: ParameterForm,
	property: INodeProperties,
	value: string | number | boolean,
): Promise<void> {
	if (property.type === 'boolean') return await form.toggle(property.name);
	const option = optionsOf(property).find((candidate) => candidate.value === value);
	await form.choose(property.name, option?.name ?? '');
}

/** Fills in a field with a sample value. Returns the value that n8n must store. */
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
			const { name, value } = sampleOption(property);
			await form.choose(path, name);
			return value;
		}
		case 'multiOptions': {
			const selection = sampleOptions(property);
			await form.select(
				path,
				selection.map(({ name }) => name),
			);
			const preselected = Array.isArray(property.default) ? property.default : [];
			return [...preselected, ...selection.map(({ value }) => value)].map(String);
		}
		// The variant of the form that is stored has no JSON field.
		case 'json':
			return typeof property.default === 'string' ? property.default : '';
		case 'resourceLocator': {
			const entry = await form.findInList(path, listChoices[property.name]);
			await form.chooseFromList(path, entry);
			return { __rl: true, mode: 'list', value: expect.any(String), cachedResultName: entry };
		}
		case 'collection': {
			const values: INodeParameters = {};
			for (const option of property.options ?? []) {
				if (!('type' in option)) continue;
				await form.addOption(property.displayName, option.displayName);
				values[option.name] = await fillField(form, option, `${path}.${option.name}`, listChoices);
			}
			return values;
		}
		case 'fixedCollection': {
			const values: INodeParameters = {};
			for (const group of property.options ?? []) {
				if (!('values' in group)) continue;
				await form.addEntry(property.name);
				const entryPath = `${path}.${group.name}[0]`;
				const entry: INodeParameters = {};
				for (const field of group.values)
					entry[field.name] = await fillField(
						form,
						field,
						`${entryPath}.${field.name}`,
						listChoices,
					);
				values[group.name] = [entry];
			}
			return values;
		}
		default:
			throw new Error(
				`Fields of the type ${property.type} cannot be filled in yet ('${property.displayName}')`,
			);
	}
}
