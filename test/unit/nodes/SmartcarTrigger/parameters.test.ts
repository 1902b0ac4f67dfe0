import { readParameters } from '../../../../nodes/SmartcarTrigger/parameters';
import { parameters } from './events';

test('a new node returns one simplified item per event, replies once stored, and filters nothing', () => {
	const { events, filters, ...others } = parameters();

	expect(events).toEqual(['VEHICLE_STATE', 'VEHICLE_ERROR']);
	expect(others).toEqual({
		conditions: [],
		itemPer: 'event',
		onlyOnChange: true,
		options: {
			acknowledge: 'onReceived',
			combineEvents: false,
			outOfOrder: 'emit',
			rememberedEvents: 5_000,
			verifySignature: true,
		},
		simplify: true,
	});
	expect(filters).toEqual({
		errorCodes: [],
		errorStates: [],
		errorTypes: [],
		firstDeliveries: 'include',
		makes: [],
		modes: [],
		signalCodes: [],
		signalMatch: 'changed',
		vehicleIds: [],
		vehicleModes: [],
		webhookIds: [],
	});
});

test('reads lists and comma-separated text, in lower case', () => {
	const { filters } = parameters({
		filters: { signalCodes: ['Wheel-Tires'], vehicleIds: ' a , B,, ' },
	});

	expect(filters).toMatchObject({ signalCodes: ['wheel-tires'], vehicleIds: ['a', 'b'] });
});

test('reads lists that are pasted with a line for each entry, or with semicolons', () => {
	const { filters } = parameters({
		filters: { vehicleIds: 'a\r\nb\n', makes: 'Alfa Romeo; Ford' },
	});

	expect(filters).toMatchObject({ vehicleIds: ['a', 'b'], makes: ['alfaromeo', 'ford'] });
});

test('Other in a list stands for the codes of the filter that it reveals', () => {
	const { filters } = parameters({
		filters: {
			signalCodes: ['wheel-tires', 'other'],
			otherSignalCodes: 'a-b, Wheel.Style',
			errorCodes: ['other'],
			otherErrorCodes: 'CHARGE_FAULT',
		},
	});

	expect(filters).toMatchObject({
		signalCodes: ['wheel-tires', 'a-b', 'wheel-style'],
		errorCodes: ['charge_fault'],
	});
});

test('codes of a filter that is no longer revealed do not count', () => {
	const { filters } = parameters({
		filters: { signalCodes: ['wheel-tires'], otherSignalCodes: 'a-b' },
	});

	expect(filters).toMatchObject({ signalCodes: ['wheel-tires'] });
});

test.each([
	['errorCodes', 'Error Codes'],
	['signalCodes', 'Signals'],
])('Other in %s needs codes, since every event would match without any', (name, label) => {
	expect(() => parameters({ filters: { [name]: ['other'] } })).toThrow(
		`'Other' is chosen in ${label}, so enter the codes in the filter Other ${label}`,
	);
});

test.each([
	[{ filters: { vehicleIds: null, makes: 7 } }, { filters: { vehicleIds: [], makes: ['7'] } }],
	[{ filters: { signalCodes: 'a-b, C.D' } }, { filters: { signalCodes: ['a-b', 'c-d'] } }],
	[{ filters: { vehicleModes: 'LIVE' } }, { filters: { vehicleModes: ['live'] } }],
	[{ filters: { errorCodes: [null, 'X', 1] } }, { filters: { errorCodes: ['x', '1'] } }],
	[{ filters: null, options: null }, { options: { outOfOrder: 'emit' } }],
	[{ options: { rememberedEvents: '2000' } }, { options: { rememberedEvents: 2_000 } }],
	[{ options: { rememberedEvents: 50 } }, { options: { rememberedEvents: 100 } }],
	[{ options: { rememberedEvents: 1e9 } }, { options: { rememberedEvents: 100_000 } }],
	[{ options: { rememberedEvents: null } }, { options: { rememberedEvents: 5_000 } }],
	[{ onlyOnChange: 'false' }, { onlyOnChange: false }],
	[{ onlyOnChange: 'False' }, { onlyOnChange: false }],
	[{ options: { combineEvents: 'TRUE' } }, { options: { combineEvents: true } }],
	[{ options: { verifySignature: null } }, { options: { verifySignature: true } }],
	[{ options: { outOfOrder: '' } }, { options: { outOfOrder: 'emit' } }],
	[{ simplify: 'false' }, { simplify: false }],
	[{ events: 'VEHICLE_STATE' }, { events: ['VEHICLE_STATE'] }],
	[{ events: 'VEHICLE_STATE, OTHER,' }, { events: ['VEHICLE_STATE', 'OTHER'] }],
])('reads what expressions return, as far as it can be read: %j', (changes, expected) => {
	expect(parameters(changes)).toMatchObject(expected);
});

test.each([
	[{ filters: { vehicleIds: { id: 1 } } }, 'Filters → Vehicle IDs'],
	[{ filters: 'none' }, 'Filters'],
	[{ options: { outOfOrder: 'sort' } }, 'Options → Out-of-Order Events'],
	[{ options: { rememberedEvents: 'many' } }, 'Options → Events Remembered Across Restarts'],
	[{ options: { rememberedEvents: ' ' } }, 'Options → Events Remembered Across Restarts'],
	[{ options: { verifySignature: 'no' } }, 'Options → Verify Signature'],
	[{ events: ['VEHICLE_STATES'] }, 'Events'],
	[{ options: { acknowledge: 'never' } }, 'Options → Acknowledge'],
	[{ filters: { firstDeliveries: 'all' } }, 'Filters → First Deliveries'],
	[{ filters: { otherSignalCodes: {} } }, 'Filters → Other Signals'],
])('names the parameter with a wrong value as the form does: %j', (changes, label) => {
	expect(() => parameters(changes)).toThrow(`'${label}' is not valid`);
});

test.each(['={{ $vars.vehicleId }}', '=v-{{ $vars.number }}'])(
	'evaluates %s each time, since its result can change',
	(expression) => {
		const vehicleIds = ['v-1', 'v-2'].map((result) => {
			const { filters } = readParameters((name, expressions) =>
				name === 'filters'
					? { vehicleIds: expressions === 'raw' ? expression : result }
					: undefined,
			);
			return filters.vehicleIds;
		});

		expect(vehicleIds).toEqual([['v-1'], ['v-2']]);
	},
);

test('a JSON list is read as a list', () => {
	expect(parameters({ filters: { makes: ' ["TESLA", "KIA"] ' } }).filters.makes).toEqual(
		parameters({ filters: { makes: 'TESLA, KIA' } }).filters.makes,
	);
});
