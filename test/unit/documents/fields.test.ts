import { toStateRow } from '../../../nodes/Smartcar/actions/vehicle/stateRow';
import { toConditionItem } from '../../../nodes/SmartcarTrigger/conditions/conditionItem';
import { observe } from '../../../nodes/SmartcarTrigger/conditions/observe';
import { toOutputItems } from '../../../nodes/SmartcarTrigger/event/outputItems';
import { event, parameters } from '../nodes/SmartcarTrigger/events';
import { parseMarkdown, read } from './documents';

/** The fields in the first column of the table that follows a text of the page on events. */
function fieldsInTable(introduction: string): string[] {
	const [, rest = ''] = read('docs/events.md').split(introduction);
	const [table = ''] = rest.slice(rest.indexOf('| Field |')).split('\n\n');
	return table.split('\n').flatMap((row) => parseMarkdown(row.split('|')[1] ?? '').code);
}

test('the page on events lists all fields of an event', () => {
	const flags = { outOfOrder: true };
	const items = ['state-version-3', 'error-resolved', 'legacy-event-version-2'].flatMap((name) =>
		toOutputItems({ event: { ...event(name), notUnderstood: ['data: -'] }, flags }, parameters()),
	);

	const fields = new Set(items.flatMap((item) => Object.keys(item)));

	expect(new Set(fieldsInTable('All fields of an event'))).toEqual(fields);
});

test('the page on events lists all fields of a condition', () => {
	const { conditions } = parameters({
		events: ['CONDITION_MET'],
		conditions: { values: [{ signal: 'wheel-tires', when: 'below', value: 9_000, unit: 'kPa' }] },
	});
	const [tires] = event('state-as-delivered').signals;
	const body = { values: [{ row: 0, column: 0, tirePressure: 230 }], unit: 'kPa' };
	const signals = tires ? [{ ...tires, code: 'wheel-tires', body, error: undefined }] : [];
	const complete = {
		...event('state-as-delivered'),
		signals,
		vehicle: {
			id: 'v',
			make: 'SKODA',
			model: 'Enyaq',
			year: 2024,
			mode: 'live',
			powertrainType: 'BEV',
		},
		user: { id: 'u', externalId: 'x' },
	};

	const items = observe(complete, conditions, () => undefined).map((observation) =>
		toConditionItem(complete, {
			observation: { ...observation, isUnitUncertain: true, updatedAt: '2026-03-02T09:13:20.000Z' },
			previousValue: 240,
		}),
	);

	expect(items.map((item) => new Set(Object.keys(item)))).toEqual([
		new Set(fieldsInTable('The item has what an alert needs')),
	]);
});

test("the page on production lists the columns of 'Get State'", () => {
	const columns = Object.keys(toStateRow([], undefined, { vehicleId: 'v', userId: 'u' }));
	const [, list = ''] = read('docs/production.md').split('- The columns of *Get State*');
	const [text = ''] = list.split('\n- ');

	expect(parseMarkdown(text).code.sort()).toEqual(columns.sort());
});
