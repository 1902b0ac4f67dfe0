import { keepCollections } from '../../../../../../nodes/Smartcar/actions/shared/keepCollections';
import { Smartcar } from '../../../../../../nodes/Smartcar/Smartcar.node';

test('all collections of the node name the parameters that show them from the root', () => {
	const collections = new Smartcar().description.properties.filter(({ type }) =>
		['collection', 'fixedCollection'].includes(type),
	);
	const names = collections.flatMap(({ displayOptions: { show, hide } = {} }) =>
		Object.keys({ ...show, ...hide }),
	);

	expect(collections.length).toBeGreaterThan(10);
	expect(names.filter((name) => !/^[/@]/.test(name))).toEqual([]);
});

const text = {
	displayName: 'Text',
	name: 'text',
	type: 'string' as const,
	default: '',
	displayOptions: { show: { resource: ['a'] } },
};

test('parameters that are no collections stay as they are', () => {
	expect(keepCollections([text])).toEqual([text]);
});

test('names the parameters that hide a collection from the root, and keeps keys such as @tool', () => {
	const collection = { ...text, type: 'collection' as const, default: {} };
	const displayOptions = { show: { '@tool': [true] }, hide: { a: [1] } };
	expect(keepCollections([{ ...collection, displayOptions }])).toEqual([
		{ ...collection, displayOptions: { show: { '@tool': [true] }, hide: { '/a': [1] } } },
	]);
});
