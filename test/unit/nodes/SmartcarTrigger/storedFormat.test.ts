import { jsonParse, type IDataObject } from 'n8n-workflow';
import { markPrefix, type Marks } from '../../../../nodes/SmartcarTrigger/judgment/marks/markNames';
import { stateMarks } from '../../../../nodes/SmartcarTrigger/judgment/marks/marks';
import { observe } from '../../../../nodes/SmartcarTrigger/conditions/observe';
import { observeErrors } from '../../../../nodes/SmartcarTrigger/judgment/observeErrors';
import { fromItem } from '../../../../nodes/SmartcarTrigger/executionInput';
import { eventFrom } from '../../../support/eventFrom';
import { testTrigger } from '../testNode';
import { conditionsOf } from './conditions/sampleConditions';
import { errorEntry, errorEvent } from './judgment/errors/vehicleErrors';
import { parameters } from './events';
import { eventWith, signal, SimulatedN8n } from './simulatedN8n';

const CHARGE = 'tractionbattery-stateofcharge';
const chargeOf = (value: number) => ({ value, unit: 'percent' });
const below20 = { signal: CHARGE, when: 'below', value: 20, unit: '%' };

const LOCKED = 'closure-islocked';
const GEAR = 'transmission-gearstate';
const ODOMETER = 'odometer-traveleddistance';
const area = {
	signal: 'location-preciselocation',
	latitude: 52.5,
	longitude: 13.4,
	radius: 500,
};

// If one of these tests fails, the code must read the old form, too. Otherwise, after an update of
// the package, conditions and errors are reported again, and events that wait in n8n's database are
// lost.
describe("n8n's database keeps this over an update, so its old form must be read, too", () => {
	test.each<[IDataObject, string]>([
		[
			{ signal: 'wheel-tires', when: 'below', value: 29, unit: 'psi', place: 'frontLeft' },
			'UVokTaw0G_mk6v5_Q4l6_z',
		],
		[
			{ signal: CHARGE, when: 'above', value: 80, resetAt: 75, unit: '%' },
			'EwjasksJghGVufSLbVr8bK',
		],
		[
			{ signal: 'charge-detailedchargingstatus', when: 'becomes', value: 'FULLY_CHARGED' },
			'CUs9mm1Fm2E8D-4A1G9S4Q',
		],
		[{ signal: GEAR, when: 'changes' }, 'hF_DcOA66BH2tai374PZLW'],
		[{ ...area, when: 'enters', resetAt: 600 }, 'ArC0Z9P10RBzqbfj7dBvEm'],
		[{ ...area, when: 'leaves', resetAt: 400 }, 'i9zKgh-qCWjA_xBmuj4eyh'],
		[{ signal: ODOMETER, when: 'every', value: 10_000, unit: 'mi' }, '0PJ7_7tWF62aB8R8Iwr70g'],
	])('the ID of the condition %j', (row, id) => {
		expect(conditionsOf(row)).toMatchObject([{ id }]);
	});

	test('the beginning of the marks of a condition', () => {
		expect(markPrefix('wf trigger', 'v-1', 'condition', 'frontLeft')).toBe(
			'0iA2dFG0cRbzK7r6r-Nlgo',
		);
	});

	test.each<[string, IDataObject, IDataObject, Partial<Marks>]>([
		['a limit that is passed', below20, chargeOf(15), { record: ['p'], remove: [] }],
		['a limit that is not passed', below20, chargeOf(35), { record: [], remove: ['p'] }],
		[
			'a text for Changes',
			{ signal: GEAR, when: 'changes' },
			{ value: 'PARK' },
			{ record: ['p seen', 'p 0c', 'p 12', 'p 26', 'p 33', 'p 4f'] },
		],
		[
			'a number for Changes',
			{ signal: CHARGE, when: 'changes' },
			chargeOf(61),
			{ record: ['p seen', 'p 0d', 'p 10', 'p 22', 'p 39', 'p 4f'] },
		],
		[
			'a list for Changes',
			{ signal: 'diagnostics-dtclist', when: 'changes' },
			{ values: [{ code: 'P0301' }] },
			{ record: ['p seen', 'p 0e', 'p 14', 'p 22', 'p 3d', 'p 49'] },
		],
		[
			'a boolean for Changes',
			{ signal: LOCKED, when: 'changes' },
			{ value: true },
			{ record: ['p seen', 'p true'], remove: ['p false'] },
		],
		[
			'a count of Every',
			{ signal: ODOMETER, when: 'every', value: 10_000, unit: 'km' },
			{ value: 34_567, unit: 'km' },
			{ record: ['p seen', 'p 2', 'p 3'] },
		],
	])('the marks of %s', (_what, row, body, marks) => {
		const event = eventWith([signal(String(row.signal), body)]);
		const observations = observe(
			eventFrom({ eventId: 'e-1', ...event }),
			conditionsOf(row),
			() => undefined,
		);

		expect(observations.map((observation) => stateMarks(observation, 'p'))).toMatchObject([marks]);
	});

	describe('of errors', () => {
		const FIRST_DAY = Date.UTC(2026, 10, 1);
		const observed = (error: IDataObject) =>
			observeErrors(
				eventFrom({ eventId: 'e-1', ...errorEvent([error]) }),
				parameters({ filters: { errorCodes: 'ASLEEP, VEHICLE_NOT_CAPABLE', makes: '' } }),
				FIRST_DAY,
			);

		test('the ID of an error of the vehicle', () => {
			expect(
				observed(errorEntry('ERROR')).map(({ condition, place }) => [condition.id, place]),
			).toEqual([['NuuQYx_UBCoQy-lTWM1zMZ', '']]);
		});

		test('the ID of an error of signals, and its places', () => {
			const error = errorEntry('ERROR', {
				type: 'COMPATIBILITY',
				code: 'VEHICLE_NOT_CAPABLE',
				signals: ['wheel-tires', 'a-b'],
			});

			expect(observed(error).map(({ condition, place }) => [condition.id, place])).toEqual(
				['wheel-tires', 'other _', ''].map((place) => ['jCyzeMDWtCsrMjHWKwyexv', place]),
			);
		});

		test.each<[string, Partial<Marks>]>([
			[
				'ERROR',
				{
					record: ['p ERROR 20758'],
					keptIfFired: ['p ERROR 20759'],
					remove: expect.arrayContaining(['p RESOLVED', 'p OTHER', 'p ERROR 20757']),
				},
			],
			[
				'RESOLVED',
				{
					record: ['p RESOLVED'],
					remove: expect.arrayContaining(['p OTHER', 'p ERROR 20758', 'p ERROR 20759']),
				},
			],
			[
				'CLEARED',
				{
					record: ['p OTHER'],
					remove: expect.arrayContaining(['p RESOLVED', 'p ERROR 20758', 'p ERROR 20759']),
				},
			],
		])('the marks of an error in the state %s', (state, marks) => {
			expect(
				observed(errorEntry(state)).map((observation) => stateMarks(observation, 'p')),
			).toMatchObject([marks]);
		});
	});

	test.each<[string, { node: string[]; workflow: string[] }]>([
		[
			'onReceived',
			{
				node: ['e-1'],
				workflow: ['0PNPUUUM0SnIp6KS6uAS8i', '0BhOExL2OlpOiaMoMSjD3v may have fired'],
			},
		],
		[
			'lastNode',
			{
				node: [],
				workflow: [
					'0PNPUUUM0SnIp6KS6uAS8i',
					'0PNPUUUM0SnIp6KS6uAS8i by e-1',
					'0BhOExL2OlpOiaMoMSjD3v may have fired',
				],
			},
		],
	])(
		'the entries of an event that meets a condition, with Acknowledge: %s',
		async (acknowledge, entries) => {
			const n8n = new SimulatedN8n({
				events: ['CONDITION_MET'],
				conditions: { values: [below20] },
				options: { acknowledge },
			});
			await n8n.deliver({ eventId: 'e-1', ...eventWith([signal(CHARGE, chargeOf(15))]) });

			expect(n8n.store.entries).toEqual(entries);
		},
	);

	test('the item of an event whose execution has not begun', () => {
		const stored = String.raw`{"eventId":"e-1","delivered":"{\"eventId\":\"e-1\",\"eventType\":\"VEHICLE_STATE\",\"data\":{\"vehicle\":{\"id\":\"v-1\"}}}","flags":{"outOfOrder":true,"checks":[{"conditionId":"0PNPUUUM0SnIp6KS6uAS8i","place":"frontLeft","knownState":"armed","previousValue":214,"isLate":true,"replacedEventId":"e-0"}]}}`;

		const item = { json: jsonParse<IDataObject>(stored) };

		expect(fromItem.call({ getNode: testTrigger }, item, 0)).toEqual({
			event: eventFrom({
				eventId: 'e-1',
				eventType: 'VEHICLE_STATE',
				data: { vehicle: { id: 'v-1' } },
			}),
			flags: {
				outOfOrder: true,
				checks: [
					{
						conditionId: '0PNPUUUM0SnIp6KS6uAS8i',
						place: 'frontLeft',
						knownState: 'armed',
						previousValue: 214,
						isLate: true,
						replacedEventId: 'e-0',
					},
				],
			},
			isFromOtherProcess: true,
		});
	});
});
