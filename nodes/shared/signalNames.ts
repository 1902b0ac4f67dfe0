import { KNOWN_SIGNALS, type KnownSignal } from './knownSignals';

/** Splits a name into words: `IsCabinHVACActive` becomes `Is Cabin HVAC Active`. */
export const splitCamelCase = (name: string) =>
	name.replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');

/**
 * The most used signals, in everyday words and in the order of the lists. n8n searches a list by
 * name only, so other words that people type are in parentheses.
 */
const EVERYDAY_NAMES: ReadonlyMap<string, string> = new Map([
	['wheel-tires', 'Tire Pressure (Wheel: Tires, Tyres)'],
	['tractionbattery-stateofcharge', 'Battery Level (State of Charge)'],
	['tractionbattery-range', 'Electric Range (Traction Battery)'],
	['charge-ischarging', 'Charging (Charge: Is Charging)'],
	['charge-ischargingcableconnected', 'Plugged In (Charging Cable)'],
	['charge-detailedchargingstatus', 'Charging Status'],
	['charge-timetocomplete', 'Time Until Charged (Time to Complete)'],
	['charge-chargelimits', 'Charge Limit'],
	['odometer-traveleddistance', 'Odometer (Mileage)'],
	['location-preciselocation', 'Location (GPS)'],
	['location-isathome', 'At Home (Location)'],
	['closure-islocked', 'Locked'],
	['closure-doors', 'Doors'],
	['closure-windows', 'Windows'],
	['internalcombustionengine-fuellevel', 'Fuel Level (Gas, Petrol, Diesel)'],
	['internalcombustionengine-range', 'Fuel Range (Gas, Petrol, Diesel)'],
	['internalcombustionengine-oillife', 'Oil Life'],
	['lowvoltagebattery-stateofcharge', '12-Volt Battery Level (Low-Voltage Battery)'],
	['lowvoltagebattery-status', '12-Volt Battery Status (Low-Voltage Battery)'],
	['climate-externaltemperature', 'Outside Temperature (External)'],
	['climate-internaltemperature', 'Inside Temperature (Internal)'],
	['motion-currentspeed', 'Speed'],
	['connectivitystatus-isonline', 'Online'],
	['connectivitystatus-isasleep', 'Asleep'],
	['tractionbattery-nominalcapacity', 'Battery Capacity (Nominal)'],
	['vehicleidentification-vin', 'VIN'],
	['diagnostics-mil', 'Check Engine Light (Diagnostics)'],
	['diagnostics-tirepressure', 'Tire Pressure Warning Lamp (Diagnostics)'],
	['diagnostics-tirepressuremonitoring', 'Tire Pressure Monitoring System (Diagnostics)'],
	['diagnostics-evhvbattery', 'EV High-Voltage Battery (Diagnostics)'],
	['diagnostics-evcharging', 'EV Charging System (Diagnostics)'],
	['diagnostics-evdriveunit', 'EV Drive Unit (Diagnostics)'],
	['diagnostics-evbatteryconditioning', 'EV Battery Conditioning (Diagnostics)'],
]);

/** The documented name of a signal: `Traction Battery: Max Range Charge Counter`. */
const documentedName = ({ group, name }: KnownSignal) =>
	`${splitCamelCase(group)}: ${splitCamelCase(name)}`;

/**
 * The position in the lists. All signals without an everyday name come last, in their own order.
 */
function rank({ code }: KnownSignal): number {
	const index = [...EVERYDAY_NAMES.keys()].indexOf(code);
	return index === -1 ? EVERYDAY_NAMES.size : index;
}

/** What a list shows for a signal. The code is what items, filters and conditions name it by. */
const describe = ({ code, description }: KnownSignal): string =>
	`${description.replace(/\.$/, '')}. Code: ${code}.`;

interface SignalOption {
	name: string;
	value: string;
	description: string;
}

/** The options of lists of signals: first the most used signals, then the others by group. */
export const SIGNAL_OPTIONS: readonly SignalOption[] = [...KNOWN_SIGNALS]
	.sort((one, other) => rank(one) - rank(other))
	.map((signal) => ({
		name: EVERYDAY_NAMES.get(signal.code) ?? documentedName(signal),
		value: signal.code,
		description: describe(signal),
	}));

const optionsByCode = new Map(SIGNAL_OPTIONS.map((option) => [option.value, option]));

/** The option for a code in lower case. Undefined for a signal that Smartcar may have added. */
export const signalOption = (code: string): SignalOption | undefined => optionsByCode.get(code);

/**
 * The name for a code in lower case, without the words in parentheses. Unknown codes stay as they
 * are.
 */
export const shortSignalName = (code: string): string =>
	signalOption(code)?.name.replace(/ \([^)]*\)$/, '') ?? code;

/** Names in a sentence for signals whose names in the lists are no nouns: "asleep is unknown". */
const NOUNS: ReadonlyMap<string, string> = new Map([
	['charge-ischarging', 'Charging State'],
	['charge-ischargingcableconnected', 'Charging Cable'],
	['closure-islocked', 'Lock State'],
	['connectivitystatus-isasleep', 'Sleep State'],
	['connectivitystatus-isonline', 'Online State'],
	['location-isathome', 'Home State'],
]);

/** A signal within a sentence: `battery level`, `VIN`, `lock state`, `charge rate`. */
export const signalInWords = (code: string): string =>
	(NOUNS.get(code) ?? shortSignalName(code))
		// `Charge: Charge Rate` has the group twice.
		.replace(/^(\w+): (?=\1)/, '')
		.replace(/: (Is )?/, ' ')
		.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/** The groups of the known signals, sorted by name. */
export const KNOWN_GROUPS: readonly string[] = [
	...new Set(KNOWN_SIGNALS.map(({ group }) => group)),
].sort();
