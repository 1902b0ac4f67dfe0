import { exampleFiles, parseExample, workflowNodes } from './exampleFiles';

/** The examples with their nodes that read the state of cars, and those that write rows. */
const examples = exampleFiles.map((file) => {
	const nodes = workflowNodes(parseExample(file));
	const withOperation = (operation: string) =>
		nodes.filter(({ parameters }) => parameters.operation === operation);
	return { file, nodes, readers: withOperation('getState'), writers: withOperation('upsert') };
});

const storing = examples.filter(({ readers, writers }) => readers.length > 0 && writers.length > 0);

test('several examples store what Get State returns', () => {
	expect(storing.length).toBeGreaterThan(2);
});

test.each(storing)('$file stores no row of a car without signals', ({ readers }) => {
	for (const node of readers) {
		expect(node.parameters.options).toMatchObject({ ifNoSignals: 'fail' });
		expect(node.onError).toBe('continueErrorOutput');
	}
});

/** The nodes whose text names a car that could not be read. */
const notReadTexts = examples.flatMap(({ file, nodes }) =>
	nodes.flatMap(({ name, parameters }) => {
		const text = JSON.stringify(parameters);
		return /Not read: \{\{ \[?\$json\.(year|id|vehicleId)\b/.test(text)
			? [{ file, name, text }]
			: [];
	}),
);

test.each(notReadTexts)(
	'$file: $name names a car that could not be read, and what to do',
	({ text }) => {
		expect(text).toContain('Not read: {{ [$json.year, $json.make, $json.model');
		expect(text).toContain('{{ $json.error }}. {{ $json.advice }}');
	},
);
