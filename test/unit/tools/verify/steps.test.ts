import { selectSteps, STEPS } from '../../../../tools/verify/steps';

const names = (chosen: string[]) => selectSteps(chosen).map(({ name }) => name);

test('all steps, cheap ones first, when none is named', () => {
	expect(names([])).toEqual([
		'lint',
		'types',
		'pack',
		'scan',
		'unit',
		'workflow',
		'package',
		'n8n',
		'e2e',
		'e2e-n8n1',
		'queue',
		'editor',
		'versions',
	]);
});

test('a named step brings what it needs, and nothing else', () => {
	expect(names(['unit'])).toEqual(['unit']);
	expect(names(['e2e'])).toEqual(['pack', 'n8n', 'e2e']);
	expect(names(['e2e-n8n1'])).toEqual(['pack', 'e2e-n8n1']);
	expect(names(['scan', 'lint'])).toEqual(['lint', 'pack', 'scan']);
});

test('the whole editor and its pictures only when they are named', () => {
	expect(names(['editor-all'])).toEqual(['pack', 'n8n', 'editor-all']);
	expect(names(['screenshots'])).toEqual(['pack', 'n8n', 'screenshots']);
});

test('what a step needs comes before it', () => {
	const order = STEPS.map(({ name }) => name);
	for (const [index, { needs }] of STEPS.entries()) {
		for (const need of needs) expect(order.slice(0, index)).toContain(need);
	}
});

test('an unknown step is refused with the names there are', () => {
	expect(() => selectSteps(['unit', 'e3e'])).toThrow(
		"There is no step 'e3e'. The steps are: lint, types, pack, scan,",
	);
});
