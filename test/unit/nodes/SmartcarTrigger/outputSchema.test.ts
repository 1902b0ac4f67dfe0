import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { toConditionItem } from '../../../../nodes/SmartcarTrigger/conditions/conditionItem';
import { observe } from '../../../../nodes/SmartcarTrigger/conditions/observe';
import type { Value } from '../../../../nodes/SmartcarTrigger/conditions/readPlaces';
import { eventFrom } from '../../../support/eventFrom';
import { exampleFiles, parseExample } from '../../examples/exampleFiles';
import { conditionsOf, tires } from './conditions/sampleConditions';
import { eventWith, signal } from './simulatedN8n';

const FILE = path.resolve(__dirname, '../../../../nodes/SmartcarTrigger/__schema__/v1.1.0.json');
const schema = JSON.parse(readFileSync(FILE, 'utf8'));
const validate = new Ajv({ strict: false, allowUnionTypes: true }).compile(schema);

function expectMatch(item: object): void {
	expect(Object.keys(item).filter((name) => !(name in schema.properties))).toEqual([]);
	expect(validate(item) ? [] : validate.errors).toEqual([]);
}

/** The pinned items of triggers that emit one item per event, which is what the schema describes. */
const PINNED = exampleFiles.flatMap((file) => {
	const { nodes, pinData } = parseExample(file);
	return nodes
		.filter(({ type }) => type === 'n8n-nodes-smartcar.smartcarTrigger')
		.filter(({ parameters }) => parameters.itemPer !== 'entry')
		.flatMap(({ name }) => pinData[name] ?? [])
		.map(({ json }): [string, object] => [file, json]);
});

test.each(PINNED)('the pinned item of the trigger in %s matches the schema', (_file, item) => {
	expectMatch(item);
});

test.each<[string, IDataObject, IDataObject, Value]>([
	[
		'an uncertain unit',
		tires,
		{ values: [{ row: 0, column: 0, tirePressure: 25 }], unit: 'kPa' },
		220,
	],
	['true', { signal: 'charge-ischarging', when: 'becomes', value: 'true' }, { value: true }, false],
	[
		'text',
		{ signal: 'charge-detailedchargingstatus', when: 'becomes', value: 'FULLY_CHARGED' },
		{ value: 'FULLY_CHARGED' },
		'CHARGING',
	],
])('the item of a condition with %s matches the schema', (_what, row, body, previousValue) => {
	const event = eventFrom({
		eventId: 'e-1',
		...eventWith([signal(String(row.signal), body)]),
	});
	const [observation] = observe(event, conditionsOf(row), () => undefined);
	if (!observation) throw new Error('The event says nothing about the condition');
	const item = JSON.parse(
		JSON.stringify(toConditionItem(event, { observation, previousValue }, {})),
	);

	expect(item).toHaveProperty('previousValue');
	expectMatch(item);
});
