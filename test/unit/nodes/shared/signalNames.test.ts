import type { INodeProperties } from 'n8n-workflow';
import { KNOWN_SIGNALS } from '../../../../nodes/shared/knownSignals';
import {
	shortSignalName,
	SIGNAL_OPTIONS,
	signalInWords,
} from '../../../../nodes/shared/signalNames';
import { signalFiltersField } from '../../../../nodes/Smartcar/actions/signal/signalFilters';
import { conditions } from '../../../../nodes/SmartcarTrigger/properties/conditions';
import { filters } from '../../../../nodes/SmartcarTrigger/properties/filters';

/** The codes that a list offers for a text that the user types, as n8n searches it. */
const search = (text: string) =>
	SIGNAL_OPTIONS.filter(({ name }) => name.toLowerCase().includes(text)).map(({ value }) => value);

test('every known signal is offered once', () => {
	const codes = SIGNAL_OPTIONS.map(({ value }) => value);

	expect([...codes].sort()).toEqual(KNOWN_SIGNALS.map(({ code }) => code).sort());
	expect(new Set(SIGNAL_OPTIONS.map(({ name }) => name)).size).toBe(SIGNAL_OPTIONS.length);
});

/** The options of the parameter with this name, without *Other* and *Other Signal*. */
function optionsOf(properties: Array<INodeProperties | object> | undefined, name: string) {
	const property = properties?.find(
		(candidate): candidate is INodeProperties =>
			'name' in candidate && candidate.name === name && 'type' in candidate,
	);
	return (property?.options ?? []).filter(
		(option) => 'value' in option && option.value !== 'other',
	);
}

const conditionRow = conditions.options?.flatMap((option) =>
	'values' in option ? option.values : [],
);

test.each([
	['the conditions', optionsOf(conditionRow, 'signal')],
	["the trigger's filters", optionsOf(filters.options, 'signalCodes')],
	["the action's filters", optionsOf(signalFiltersField.options, 'signalCodes')],
])(
	'%s show the same signals, with the same descriptions and in the same order',
	(_where, options) => {
		expect(options).toEqual(SIGNAL_OPTIONS);
	},
);

test('the signals that people use most come first', () => {
	expect(SIGNAL_OPTIONS.slice(0, 10).map(({ value }) => value)).toEqual([
		'wheel-tires',
		'tractionbattery-stateofcharge',
		'tractionbattery-range',
		'charge-ischarging',
		'charge-ischargingcableconnected',
		'charge-detailedchargingstatus',
		'charge-timetocomplete',
		'charge-chargelimits',
		'odometer-traveleddistance',
		'location-preciselocation',
	]);
});

test.each([
	['tractionbattery-stateofcharge', 'battery level'],
	['vehicleidentification-vin', 'VIN'],
	['connectivitystatus-isasleep', 'sleep state'],
	['charge-isfastchargerpresent', 'charge fast charger present'],
	['charge-chargerate', 'charge rate'],
	['charge-chargerphases', 'charger phases'],
	['a-b', 'a-b'],
])('%s is called %s within a sentence', (code, words) => {
	expect(signalInWords(code)).toBe(words);
});

test('every known signal has a description, which ends with the code', () => {
	for (const { value, description } of SIGNAL_OPTIONS)
		expect(description).toMatch(new RegExp(`^[A-Z].{3,}\\. Code: ${value}\\.$`));
});

test.each([
	['diagnostics-tirepressure', 'Tire Pressure Warning Lamp (Diagnostics)'],
	['diagnostics-tirepressuremonitoring', 'Tire Pressure Monitoring System (Diagnostics)'],
])('%s says that Tire Pressure is the signal for a limit', (code, name) => {
	expect(SIGNAL_OPTIONS.find(({ value }) => value === code)).toMatchObject({
		name,
		description: expect.stringContaining('For a limit, choose Tire Pressure.'),
	});
});

test.each([
	['charge-ischarging', 'Charging'],
	['closure-islocked', 'Locked'],
	['motion-currentspeed', 'Speed'],
	['charge-ratedrange', 'charge-ratedrange'],
])('%s is called %s in messages', (code, name) => {
	expect(shortSignalName(code)).toBe(name);
});

test.each([
	['tire', 'wheel-tires'],
	['tyre', 'wheel-tires'],
	['tire pressure', 'wheel-tires'],
	['battery', 'tractionbattery-stateofcharge'],
	['state of charge', 'tractionbattery-stateofcharge'],
	['range', 'tractionbattery-range'],
	['plugged', 'charge-ischargingcableconnected'],
	['mileage', 'odometer-traveleddistance'],
	['gps', 'location-preciselocation'],
	['lock', 'closure-islocked'],
	['charging', 'charge-ischarging'],
	['tires', 'wheel-tires'],
	['speed', 'motion-currentspeed'],
	['outside', 'climate-externaltemperature'],
	['fuel', 'internalcombustionengine-fuellevel'],
	['petrol', 'internalcombustionengine-fuellevel'],
	['12-volt', 'lowvoltagebattery-stateofcharge'],
	['high-voltage', 'diagnostics-evhvbattery'],
])('"%s" finds %s first', (text, code) => {
	expect(search(text)[0]).toBe(code);
});

test.each([
	['charge', 'charge-ischarging'],
	['charge', 'charge-chargelimits'],
	['range', 'internalcombustionengine-range'],
	['temperature', 'climate-internaltemperature'],
	['battery', 'lowvoltagebattery-stateofcharge'],
	['tire pressure', 'diagnostics-tirepressure'],
])('"%s" also finds %s', (text, code) => {
	expect(search(text)).toContain(code);
});
