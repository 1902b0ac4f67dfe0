import { implausibleFilter } from '../../../../nodes/SmartcarTrigger/implausibleFilter';
import { parameters } from './events';

const mistakeIn = (filters: Record<string, string | string[]>) =>
	implausibleFilter(parameters({ filters }).filters);

test.each([
	[
		'signalCodes',
		'Tire Pressure',
		'Signals or Other Signals',
		'the code of a signal, such as wheel-tires',
	],
	[
		'signalCodes',
		'tirePressure',
		'Signals or Other Signals',
		'the code of a signal, such as wheel-tires',
	],
	['errorTypes', 'Vehicle State', 'Error Types', 'a type'],
	['errorCodes', '"ASLEEP"', 'Error Codes or Other Error Codes', 'a code'],
	['errorStates', 'active', 'Error States', 'ERROR or RESOLVED'],
	['vehicleIds', '<id>', 'Vehicle IDs', 'an ID'],
	['vehicleModes', 'production', 'Vehicle Modes', 'live, simulated or test'],
	['modes', 'production', 'Event Modes', 'LIVE or TEST'],
	['modes', 'simulated', 'Event Modes', 'LIVE or TEST'],
	['webhookIds', 'my webhook', 'Webhook IDs', 'an ID'],
])('the filter %s cannot have the entry %s', (filter, entry, label, expected) => {
	expect(mistakeIn({ [filter]: [entry] })).toBe(
		`Each entry of the filter ${label} must be ${expected}, not ${JSON.stringify(entry.toLowerCase())}`,
	);
});

test.each<Record<string, string | string[]>>([
	{ signalCodes: 'wheel-tires, Wheel.Tires, odometer-traveleddistance' },
	{ signalCodes: '["wheel-tires", "closure-doors"]' },
	{ errorTypes: 'CONNECTED_SERVICES_ACCOUNT', errorCodes: 'VIRTUAL_KEY_REQUIRED; asleep' },
	{ errorCodes: 'CHARGE.FAULT', webhookIds: 'urn:webhook:1' },
	{ errorStates: ['ERROR', 'resolved'] },
	{ modes: 'live, TEST', vehicleModes: ['live', 'simulated', 'TEST'] },
	{ vehicleIds: '36ab27d0-fd9d-4455-823a-ce30af709ffc', webhookIds: 'wh_1a2b' },
	{ makes: "['TESLA'] & more" },
])('filters of a known form are no mistake: %j', (filters) => {
	expect(mistakeIn(filters)).toBeUndefined();
});
