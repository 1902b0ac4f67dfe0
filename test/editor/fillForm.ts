import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import { choicesOf, decidesOnOthers, defaultsOf, shown } from './nodeDescription';
import type { ParameterForm } from './pages/parameterForm';
import { sampleChoice, sampleNumber, sampleText, sampleTicks } from './sampleValues';

/** Called for each face of the form: whenever a field was set on which the presence of others depends. */
export type OnFace = (values: INodeParameters) => Promise<void>;

/** For fields that are picked from a list: which entry, by a part of its text; the first one where nothing is said. */
export type Wanted = Readonly<Record<string, string>>;

const DECIDED_BEFORE = ['resource', 'operation'];

/**
 * Fills every field of a form as a user does, with every choice of those fields on which others depend.
 * @param start what is chosen already
 * @param wanted what to pick from lists
 * @returns what the node must hold now
 */
export async function fillForm(
	form: ParameterForm,
	description: INodeTypeDescription,
	start: INodeParameters,
	wanted: Wanted,
	onFace: OnFace,
): Promise<INodeParameters> {
	const filled = new Set(DECIDED_BEFORE);
	let values = start;

	const fillRest = async (): Promise<void> => {
		await onFace(defaultsOf(description, values));
		for (;;) {
			const all = defaultsOf(description, values);
			const next = shown(description, all).find(
				({ name, type }) => type !== 'notice' && !filled.has(name),
			);
			if (next === undefined) return;
			filled.add(next.name);
			if (!decidesOnOthers(description, next)) {
				values = { ...values, [next.name]: await fillField(form, next, next.name, wanted) };
				continue;
			}
			for (const value of facesOf(next)) {
				await choose(form, next, value);
				values = { ...values, [next.name]: value };
				await fillRest();
			}
		}
	};

	await fillRest();
	return values;
}

/** The values of a deciding field, the default last: it shows most of what people use. */
function facesOf(property: INodeProperties): Array<string | number | boolean> {
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
	wanted: Wanted,
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
			const ticks = sampleTicks(property);
			await form.tick(
				path,
				ticks.map(({ name }) => name),
			);
			const ticked = Array.isArray(property.default) ? property.default : [];
			return [...ticked, ...ticks.map(({ value }) => value)].map(String);
		}
		// What is there by default is the example.
		case 'json':
			return typeof property.default === 'string' ? property.default : '';
		case 'resourceLocator': {
			const listed = await form.firstListed(path, wanted[property.name]);
			if (listed !== undefined) {
				await form.pick(path, listed);
				return { __rl: true, mode: 'list', value: expect.any(String), cachedResultName: listed };
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
				values[option.name] = await fillField(form, option, `${path}.${option.name}`, wanted);
			}
			return values;
		}
		default:
			throw new Error(
				`Nobody knows how to fill '${property.displayName}', of the type ${property.type}`,
			);
	}
}
