import { keepCollections } from '../../../../../../nodes/Smartcar/actions/shared/keepCollections';
import { Smartcar } from '../../../../../../nodes/Smartcar/Smartcar.node';

test('no collection of the node names the parameters that show it in a way that empties it', () => {
	const collections = new Smartcar().description.properties.filter(({ type }) =>
		['collection', 'fixedCollection'].includes(type),
	);
	const keys = collections.flatMap(({ displayOptions: { show, hide } = {} }) =>
		Object.keys({ ...show, ...hide }),
	);

	expect(collections.length).toBeGreaterThan(10);
	expect(keys.filter((key) => !/^[/@]/.test(key))).toEqual([]);
});

test('other parameters and conditions stay as they are', () => {
	const text = {
		displayName: 'Text',
		name: 'text',
		type: 'string' as const,
		default: '',
		displayOptions: { show: { resource: ['a'] } },
	};
	const tool = { ...text, type: 'collection' as const, default: {} };

	expect(keepCollections([text])).toEqual([text]);
	expect(
		keepCollections([{ ...tool, displayOptions: { show: { '@tool': [true] }, hide: { a: [1] } } }]),
	).toEqual([{ ...tool, displayOptions: { show: { '@tool': [true] }, hide: { '/a': [1] } } }]);
});
