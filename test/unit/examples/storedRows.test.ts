import { exampleFiles, parseExample, workflowNodes } from './exampleFiles';

const examples = exampleFiles.map((file) => {
	const nodes = workflowNodes(parseExample(file));
	const withOperation = (operation: string) =>
		nodes.filter(({ parameters }) => parameters.operation === operation);
	return { file, nodes, reading: withOperation('getState'), writing: withOperation('upsert') };
});

const storing = examples.filter(({ reading, writing }) => reading.length > 0 && writing.length > 0);

test('several examples store what Get State returns', () => {
	expect(storing.length).toBeGreaterThan(2);
});

test.each(storing)('$file stores no row of a car without signals', ({ reading }) => {
	for (const node of reading) {
		expect(node.parameters.options).toMatchObject({ ifNoSignals: 'fail' });
		expect(node.onError).toBe('continueErrorOutput');
	}
});

const texts = examples.flatMap(({ file, nodes }) =>
	nodes.flatMap(({ name, parameters }) => {
		const text = JSON.stringify(parameters);
		return /Not read: \{\{ \[?\$json\.(year|id|vehicleId)\b/.test(text)
			? [{ file, name, text }]
			: [];
	}),
);

test.each(texts)('$file: $name names a car that is not read, and says what to do', ({ text }) => {
	expect(text).toContain('Not read: {{ [$json.year, $json.make, $json.model');
	expect(text).toContain('{{ $json.error }}. {{ $json.advice }}');
});
