import type { INodeProperties } from 'n8n-workflow';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { parseMarkdown, sectionOf, tableCells } from './documents';

const FILE = 'docs/json.md';

/** Options that the page leaves out, since most operations have them. */
const COMMON_OPTIONS = [
	'addResponseHeaders',
	'concurrentCommands',
	'concurrentRequests',
	'maxRetryWait',
];

const codesIn = (text = '') => parseMarkdown(text).code;

const namesOf = ({ options = [] }: INodeProperties) => options.map(({ name }) => name);

/**
 * The resources or the operations that show a parameter. Collections name both from the root.
 */
const shownFor = ({ displayOptions: { show } = {} }: INodeProperties, key: string) =>
	(show?.[key] ?? show?.[`/${key}`] ?? []).map(String);

/** The names of a parameter on the page. For a collection these are the names of its entries. */
function pathsOf(property: INodeProperties): string[] {
	if (property.type !== 'collection') return [property.name];
	return namesOf(property)
		.filter((name) => property.name !== 'options' || !COMMON_OPTIONS.includes(name))
		.map((name) => `${property.name}.${name}`);
}

describe('the page on workflows as JSON lists', () => {
	const { properties } = new Smartcar().description;
	const parameters = properties.filter(
		({ type, displayOptions: { show } = {} }) => type !== 'notice' && !show?.['@tool'],
	);
	const rows = tableCells(FILE, 'Smartcar').map((cells) => cells.map(codesIn));

	test('all resources and operations', () => {
		const operations = properties
			.filter(({ name }) => name === 'operation')
			.flatMap((property) =>
				(property.options ?? []).flatMap((option) =>
					'value' in option ? `${String(shownFor(property, 'resource'))} ${option.value}` : [],
				),
			);

		expect(rows.map((row) => row.slice(0, 2).join(' '))).toEqual(operations);
	});

	test.each(rows)('the parameters of %s: %s', ([resource = ''], [operation = ''], listed) => {
		const expected = parameters
			.filter((property) => shownFor(property, 'resource').includes(resource))
			.filter((property) => shownFor(property, 'operation').includes(operation))
			.flatMap(pathsOf);

		expect(listed).toEqual([...new Set(expected)]);
	});

	test('the values of all choices of the Smartcar node', () => {
		const listedElsewhere = ['resource', 'operation', 'authentication', 'toolOutput'];
		const choices = new Map<string, Set<string>>();
		/** Parameters with so many values that the page says where else they are listed. */
		const longLists = new Set<string>();
		const add = (property: INodeProperties, prefix = '') => {
			const values = (property.options ?? []).flatMap((option) =>
				'value' in option ? String(option.value) : [],
			);
			const path = `${prefix}${property.name}`;
			if (property.type === 'options' && !listedElsewhere.includes(path))
				choices.set(path, new Set([...(choices.get(path) ?? []), ...values]));
			if (property.type === 'multiOptions') longLists.add(path);
			if (property.type !== 'collection') return;
			for (const option of property.options ?? [])
				if ('type' in option) add(option, `${property.name}.`);
		};
		for (const property of properties) add(property);

		const listed = tableCells(FILE, 'Choices').map(([name, values = '']) => [
			codesIn(name).join(),
			// A name in parentheses is another parameter.
			codesIn(values.replaceAll(/\([^)]*\)/g, '')).sort(),
		]);
		const expected = [...choices].map(([name, values]) => [name, [...values].sort()]);
		expect(listed).toEqual(expected.sort());
		expect([...longLists].sort()).toEqual([
			'filters.groups',
			'filters.signalCodes',
			'paths',
			'permissions',
		]);
		expect(codesIn(sectionOf(FILE, 'Choices'))).toEqual(expect.arrayContaining([...longLists]));
	});

	test('all parameters of the trigger, its filters, its options and the fields of a condition', () => {
		const names = new SmartcarTrigger().description.properties
			.filter(({ type }) => type !== 'notice')
			.flatMap((property) => {
				if (property.name === 'events' || property.type === 'options') return [property.name];
				const [condition] = property.name === 'conditions' ? (property.options ?? []) : [];
				const fields = condition && 'values' in condition ? condition.values : [];
				return [property.name, ...namesOf(property), ...fields.map(({ name }) => name)];
			});

		expect(names.length).toBeGreaterThan(30);
		const listed = new Set(codesIn(sectionOf(FILE, 'Smartcar Trigger')));
		expect(names.filter((name) => !listed.has(name))).toEqual([]);
	});
});
