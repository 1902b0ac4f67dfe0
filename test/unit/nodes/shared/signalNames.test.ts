import { SIGNAL_OPTIONS } from '../../../../nodes/shared/signalNames';
import { KNOWN_SIGNALS } from '../../../../nodes/shared/knownSignals';

/** The codes that a list offers for a text that the user types, as n8n searches it. */
const found = (text: string) =>
	SIGNAL_OPTIONS.filter(({ name }) => name.toLowerCase().includes(text)).map(({ value }) => value);

test('every known signal is offered once', () => {
	const codes = SIGNAL_OPTIONS.map(({ value }) => value);

	expect([...codes].sort()).toEqual(KNOWN_SIGNALS.map(({ code }) => code).sort());
	expect(new Set(SIGNAL_OPTIONS.map(({ name }) => name)).size).toBe(SIGNAL_OPTIONS.length);
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
	['fuel', 'internalcombustionengine-fuellevel'],
	['petrol', 'internalcombustionengine-fuellevel'],
	['12-volt', 'lowvoltagebattery-stateofcharge'],
	['high-voltage', 'diagnostics-evhvbattery'],
])('"%s" finds %s first', (text, code) => {
	expect(found(text)[0]).toBe(code);
});
