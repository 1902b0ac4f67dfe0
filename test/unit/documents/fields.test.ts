import type { IDataObject } from 'n8n-workflow';
import { simplifyVehicleSummary } from '../../../nodes/Smartcar/actions/shared/vehicleSummary';
import { toStateRow } from '../../../nodes/Smartcar/actions/vehicle/stateRow';
import { toConditionItem } from '../../../nodes/SmartcarTrigger/conditions/conditionItem';
import { observe } from '../../../nodes/SmartcarTrigger/conditions/observe';
import { isAboutVehicle } from '../../../nodes/SmartcarTrigger/event/vehicleErrors';
import { toOutputItems } from '../../../nodes/SmartcarTrigger/event/outputItems';
import { event, parameters } from '../nodes/SmartcarTrigger/events';
import { eventWith, signal } from '../nodes/SmartcarTrigger/simulatedN8n';
import { eventFrom } from '../../support/eventFrom';
import { parseMarkdown, read, sectionOf, tableCells } from './documents';

/** The fields in the first column of the table that follows a text of the page on events. */
function fieldsInTable(introduction: string): string[] {
	const [, rest = ''] = read('docs/events.md').split(introduction);
	const [table = ''] = rest.slice(rest.indexOf('| Field |')).split('\n\n');
	return table.split('\n').flatMap((row) => parseMarkdown(row.split('|')[1] ?? '').code);
}

describe('the page on events lists', () => {
	const listed = fieldsInTable('All fields of an event');
	const items = ['state-version-3', 'error-resolved', 'legacy-event-version-2'].flatMap((name) =>
		toOutputItems(
			{ event: { ...event(name), notUnderstood: ['data: -'] }, flags: { outOfOrder: true } },
			parameters(),
		),
	);

	test('all fields of an event', () => {
		expect(new Set(listed)).toEqual(new Set(items.flatMap((item) => Object.keys(item))));
	});

	test.each(items)(
		'the fields of an event of type $eventType in their order',
		(item: IDataObject) => {
			expect(listed.filter((field) => field in item)).toEqual(Object.keys(item));
		},
	);

	test('all fields of a condition in their order', () => {
		const { conditions } = parameters({
			events: ['CONDITION_MET'],
			conditions: { values: [{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' }] },
		});
		const tires = { values: [{ row: 0, column: 0, tirePressure: 178 }], unit: 'kPa' };
		const delivered = eventFrom({ eventId: 'e-1', ...eventWith([signal('wheel-tires', tires)]) });
		const complete = {
			...delivered,
			vehicle: { ...delivered.vehicle, mode: 'live', powertrainType: 'BEV' },
			user: { id: 'u-1', externalId: 'x-1' },
			mode: 'LIVE',
		};

		const items = observe(complete, conditions, () => undefined).map((observation) =>
			toConditionItem(
				complete,
				{ observation: { ...observation, isUnitUncertain: true }, previousValue: 240 },
				{ outOfOrder: true },
			),
		);

		expect(items.map((item) => Object.keys(item))).toEqual([
			fieldsInTable('The item has what an alert needs'),
		]);
		expect(items).toMatchObject([
			{
				vehicleMode: 'live',
				powertrainType: 'BEV',
				mode: 'LIVE',
				userId: 'u-1',
				externalUserId: 'x-1',
				eventId: 'e-1',
			},
		]);
	});
});

test('the page on events lists the codes of the errors that are about the whole vehicle', () => {
	const text = sectionOf('docs/events.md', 'Errors').replaceAll('\n', ' ');
	const [, list] = /are about the whole vehicle(.*?)Any other error/.exec(text) ?? [];
	const documented = tableCells('docs/contributing/smartcar-api.md', 'Error codes').flatMap(
		([type, , codes]) => (codes?.match(/\b[A-Z_]{2,}\b/g) ?? []).map((code) => ({ type, code })),
	);

	expect(
		documented
			.filter(isAboutVehicle)
			.map(({ code }) => code)
			.sort(),
	).toEqual(parseMarkdown(list ?? '').code.sort());
});

test("the page on production lists the columns of 'Get State'", () => {
	const columns = Object.keys(
		toStateRow([], simplifyVehicleSummary(), { vehicleId: 'v', userId: 'u', isComplete: true }),
	);
	const [, list = ''] = read('docs/production.md').split('### Columns of Get State\n\n');
	const [text = ''] = list.split('\n\n');

	expect(new Set(parseMarkdown(text).code)).toEqual(new Set(columns));
});

test("the page on production says what 'Get State' gives for a percentage without a unit", () => {
	const text = sectionOf('docs/production.md', "Smartcar's limits").replaceAll(/\s+/g, ' ');
	const [, examples = ''] = /without a unit, \*Get State\* gives ([^)]*)/.exec(text) ?? [];
	const documented = [...examples.matchAll(/(\d+) for ([\d.]+)/g)].map(([, percent, sent]) => [
		Number(sent),
		Number(percent),
	]);

	const percentOf = (value: number) => {
		const code = 'internalcombustionengine-fuellevel';
		const signal = { attributes: { code, body: { value }, status: { value: 'SUCCESS' } } };
		return toStateRow([signal], simplifyVehicleSummary(), {
			vehicleId: 'v',
			userId: 'u',
			isComplete: true,
		}).fuelPercent;
	};
	expect(documented).toEqual([0.64, 1].map((sent) => [sent, percentOf(sent)]));
});
