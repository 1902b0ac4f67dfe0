import { KNOWN_SIGNALS, type KnownSignal } from './knownSignals';

/** Splits a name into words: `IsCabinHVACActive` becomes `Is Cabin HVAC Active`. */
export const splitCamelCase = (name: string) =>
	name.replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');

/** What a list shows for a signal. */
interface ListName {
	name: string;
	description?: string;
}

/**
 * The most used signals, in everyday words and in the order of the lists. n8n searches a list by name
 * only, so a name also contains other words that people type.
 */
const EVERYDAY_NAMES: ReadonlyMap<string, ListName> = new Map([
	[
		'wheel-tires',
		{ name: 'Tire Pressures (Wheel: Tires, Tyres)', description: 'The pressure of each tire' },
	],
	[
		'tractionbattery-stateofcharge',
		{
			name: 'Battery Level (State of Charge)',
			description: 'Charge of the battery that drives an electric car, in percent',
		},
	],
	['tractionbattery-range', { name: 'Electric Range (Traction Battery: Range)' }],
	['charge-ischarging', { name: 'Is Charging' }],
	['charge-ischargingcableconnected', { name: 'Is Plugged In (Charging Cable)' }],
	['charge-detailedchargingstatus', { name: 'Charging Status' }],
	['charge-timetocomplete', { name: 'Time Until Charged (Time to Complete)' }],
	['charge-chargelimits', { name: 'Charge Limits' }],
	[
		'odometer-traveleddistance',
		{ name: 'Odometer (Mileage)', description: 'The distance that the car has traveled' },
	],
	['location-preciselocation', { name: 'Location (GPS)', description: 'Latitude and longitude' }],
	['location-isathome', { name: 'Is at Home (Location)' }],
	['closure-islocked', { name: 'Is Locked' }],
	['closure-doors', { name: 'Doors', description: 'Which doors are open or locked' }],
	['closure-windows', { name: 'Windows', description: 'Which windows are open' }],
	['internalcombustionengine-fuellevel', { name: 'Fuel Level (Gas, Petrol, Diesel)' }],
	['internalcombustionengine-range', { name: 'Fuel Range (Gas, Petrol, Diesel)' }],
	['internalcombustionengine-oillife', { name: 'Oil Life' }],
	[
		'lowvoltagebattery-stateofcharge',
		{
			name: '12-Volt Battery Level (Low-Voltage Battery)',
			description: 'Charge of the battery that starts the car, in percent',
		},
	],
	['lowvoltagebattery-status', { name: '12-Volt Battery Status (Low-Voltage Battery)' }],
	['motion-currentspeed', { name: 'Current Speed' }],
	['connectivitystatus-isonline', { name: 'Is Online' }],
	['connectivitystatus-isasleep', { name: 'Is Asleep' }],
	['tractionbattery-nominalcapacity', { name: 'Battery Capacity (Nominal)' }],
	['vehicleidentification-vin', { name: 'VIN' }],
	[
		'diagnostics-mil',
		{
			name: 'Check Engine Light (Diagnostics)',
			description: 'The malfunction indicator lamp (MIL)',
		},
	],
	[
		'diagnostics-tirepressure',
		{
			name: 'Tire Pressure Warning Lamp (Diagnostics)',
			description: 'Whether the lamp is on. For the pressures choose Tire Pressures.',
		},
	],
	[
		'diagnostics-tirepressuremonitoring',
		{
			name: 'Tire Pressure Monitoring System (Diagnostics)',
			description: 'Whether the system that watches the pressures has a fault',
		},
	],
	['diagnostics-evhvbattery', { name: 'EV High-Voltage Battery (Diagnostics)' }],
	['diagnostics-evcharging', { name: 'EV Charging System (Diagnostics)' }],
	['diagnostics-evdriveunit', { name: 'EV Drive Unit (Diagnostics)' }],
	['diagnostics-evbatteryconditioning', { name: 'EV Battery Conditioning (Diagnostics)' }],
]);

/** The documented name of a signal: `Traction Battery: Max Range Charge Counter`. */
const documentedName = ({ group, name }: KnownSignal) =>
	`${splitCamelCase(group)}: ${splitCamelCase(name)}`;

/** The position in the lists. All signals without an everyday name come last, in their own order. */
function rank({ code }: KnownSignal): number {
	const index = [...EVERYDAY_NAMES.keys()].indexOf(code);
	return index === -1 ? EVERYDAY_NAMES.size : index;
}

/** The options of lists of signals: first the most used signals, then the others by group. */
export const SIGNAL_OPTIONS: ReadonlyArray<ListName & { value: string }> = [...KNOWN_SIGNALS]
	.sort((one, other) => rank(one) - rank(other))
	.map((signal) => ({
		...(EVERYDAY_NAMES.get(signal.code) ?? { name: documentedName(signal) }),
		value: signal.code,
	}));

/** The groups of the known signals, sorted by name. */
export const KNOWN_GROUPS: readonly string[] = [
	...new Set(KNOWN_SIGNALS.map(({ group }) => group)),
].sort();
