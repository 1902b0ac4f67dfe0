import type { Reachability, Tires, TractionBattery, Vehicle } from '../fleet/types';

/** Something that can happen to a vehicle, for a person to choose. */
export interface NamedChange {
	/** Its name in a request, such as `charge-to-80`. */
	id: string;
	/** What the vehicle does, for a list: `Charges to 80%`. */
	name: string;
	/** Codes of the signals that the vehicle reports after the change, even if their values stay the same. */
	signals: readonly string[];
	/** The part that a vehicle needs for this change. */
	part?: 'battery' | 'fuel';
	apply(vehicle: Vehicle): void;
}

/** Below the limits that people set, also in psi (17) and bar (1.2). */
const LOW_KPA = 120;
const FILLED_KPA = 250;
/** In degrees of latitude, which are 111 km each. */
const DRIVE_DEGREES = 0.3;
const DRIVE_KM = 33;
const SERVICE_KM = 15_000;

const TIRES = ['wheel-tires'];
const LOCK = ['closure-islocked'];
const ODOMETER = ['odometer-traveleddistance'];
const LOCATION = ['location-preciselocation'];
const BATTERY = ['tractionbattery-stateofcharge', 'tractionbattery-range'];
const CABLE = ['charge-ischargingcableconnected'];
const CHARGING = ['charge-ischarging', 'charge-detailedchargingstatus'];
const FUEL = ['internalcombustionengine-fuellevel', 'internalcombustionengine-range'];

/** The codes of all signals that the changes are about. */
export const changeableSignals: readonly string[] = [
	...TIRES,
	...BATTERY,
	...CHARGING,
	...CABLE,
	...FUEL,
	...ODOMETER,
	...LOCATION,
	...LOCK,
];

/** All changes, by group of the list. */
export const namedChanges: Readonly<Record<string, readonly NamedChange[]>> = {
	Tires: [
		tireChange('front-left-tire-low', 'Front left tire', 'frontLeft'),
		tireChange('front-right-tire-low', 'Front right tire', 'frontRight'),
		tireChange('back-left-tire-low', 'Back left tire', 'backLeft'),
		tireChange('back-right-tire-low', 'Back right tire', 'backRight'),
		{
			id: 'fill-tires',
			name: `All tires are filled to ${FILLED_KPA} kPa (36 psi)`,
			signals: TIRES,
			apply: ({ tires }) => {
				for (const wheel of ['frontLeft', 'frontRight', 'backLeft', 'backRight'] as const)
					tires[wheel] = FILLED_KPA;
			},
		},
	],
	Battery: [
		batteryChange('battery-low', 'Battery falls to 10%, not plugged in', BATTERY, (battery) => {
			Object.assign(battery, { percent: 10, isPluggedIn: false, isCharging: false });
		}),
		batteryChange('plug-in', 'Is plugged in', CABLE, (battery) => {
			battery.isPluggedIn = true;
		}),
		batteryChange('start-charging', 'Starts charging', CHARGING, (battery) => {
			Object.assign(battery, { isPluggedIn: true, isCharging: true });
		}),
		chargeTo(80),
		chargeTo(100),
		batteryChange('stop-charging', 'Stops charging', CHARGING, (battery) => {
			battery.isCharging = false;
		}),
		batteryChange('unplug', 'Is unplugged', CABLE, (battery) => {
			Object.assign(battery, { isPluggedIn: false, isCharging: false });
		}),
	],
	Fuel: [fuelChange('fuel-low', 'Fuel falls to 5%', 5), fuelChange('refuel', 'Is refueled', 100)],
	Driving: [
		driveChange('drive-away', `Drives away, ${DRIVE_KM} km to the north`, DRIVE_DEGREES),
		driveChange('drive-back', `Drives back, ${DRIVE_KM} km to the south`, -DRIVE_DEGREES),
		{
			id: 'drive-to-service',
			name: `Has driven ${SERVICE_KM.toLocaleString('en-US')} km more`,
			signals: ODOMETER,
			apply: (vehicle) => {
				vehicle.odometerKm += SERVICE_KM;
			},
		},
	],
	Doors: [lockChange('lock', 'Is locked', true), lockChange('unlock', 'Is unlocked', false)],
	Errors: [
		reachabilityChange('fall-asleep', 'Falls asleep (error)', 'asleep'),
		reachabilityChange('lose-connection', 'Cannot be reached (error)', 'unreachable'),
		reachabilityChange('sign-out', 'Owner has to sign in again (error)', 'signedOut'),
		reachabilityChange('recover', 'Can be read again (error resolved)', 'online'),
	],
};

/** @returns the change of this ID, or undefined */
export function findNamedChange(id: string): NamedChange | undefined {
	return Object.values(namedChanges)
		.flat()
		.find((change) => change.id === id);
}

function tireChange(id: string, name: string, wheel: keyof Tires): NamedChange {
	return {
		id,
		name: `${name} falls to ${LOW_KPA} kPa (17 psi)`,
		signals: TIRES,
		apply: ({ tires }) => {
			tires[wheel] = LOW_KPA;
		},
	};
}

function batteryChange(
	id: string,
	name: string,
	signals: readonly string[],
	changeBattery: (battery: TractionBattery) => void,
): NamedChange {
	return {
		id,
		name,
		signals,
		part: 'battery',
		apply: ({ battery }) => {
			if (battery !== null) changeBattery(battery);
		},
	};
}

function chargeTo(percent: number): NamedChange {
	const signals = [...BATTERY, ...CABLE, ...CHARGING];
	return batteryChange(`charge-to-${percent}`, `Charges to ${percent}%`, signals, (battery) => {
		const isCharging = percent < battery.limitPercent;
		Object.assign(battery, { percent, isPluggedIn: true, isCharging });
	});
}

function fuelChange(id: string, name: string, percent: number): NamedChange {
	return {
		id,
		name,
		signals: FUEL,
		part: 'fuel',
		apply: ({ fuel }) => {
			if (fuel !== null) fuel.percent = percent;
		},
	};
}

function driveChange(id: string, name: string, degreesNorth: number): NamedChange {
	return {
		id,
		name,
		signals: [...LOCATION, ...ODOMETER],
		apply: (vehicle) => {
			const latitude = vehicle.location.latitude + degreesNorth;
			vehicle.location.latitude = Math.round(latitude * 1000) / 1000;
			vehicle.odometerKm += DRIVE_KM;
		},
	};
}

function lockChange(id: string, name: string, isLocked: boolean): NamedChange {
	return {
		id,
		name,
		signals: LOCK,
		apply: (vehicle) => {
			vehicle.isLocked = isLocked;
		},
	};
}

/** Errors are not signals: Smartcar reports when one starts and when it ends. */
function reachabilityChange(id: string, name: string, reachability: Reachability): NamedChange {
	return {
		id,
		name,
		signals: [],
		apply: (vehicle) => {
			vehicle.reachability = reachability;
		},
	};
}
