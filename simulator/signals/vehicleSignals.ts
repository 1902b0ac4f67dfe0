import { rangeOf } from '../fleet/vehicleStatus';
import { signal, type SignalDefinition, staticSignal, fuelSignal } from './signalDefinition';

/** Largest distance from home, in degrees, that counts as at home. */
const HOME_RADIUS_DEGREES = 0.01;

/**
 * Signals of identification, user account, odometer, location, motion, 12 V battery, connectivity,
 * surveillance, and combustion engine.
 */
export const vehicleSignals: SignalDefinition[] = [
	staticSignal('VehicleIdentification', 'VIN', 'read_vin', ({ vin }) => ({ body: { value: vin } })),
	staticSignal('VehicleIdentification', 'Trim', 'read_extended_vehicle_info', () => ({
		body: { value: 'Standard' },
	})),
	staticSignal('VehicleIdentification', 'Packages', 'read_extended_vehicle_info', () => ({
		body: { values: ['Winter'] },
	})),
	staticSignal('VehicleIdentification', 'ExteriorColor', 'read_extended_vehicle_info', () => ({
		body: { value: 'WHITE' },
	})),
	signal('VehicleIdentification', 'Nickname', 'read_extended_vehicle_info', ({ equipment }) => ({
		body: { value: equipment.nickname },
	})),
	signal('VehicleUserAccount', 'Permissions', 'read_user_profile', ({ equipment }) => ({
		body: {
			values: [
				'vehicle_device_data',
				...(equipment.accountRole === 'OWNER' ? ['vehicle_cmds'] : []),
			],
		},
	})),
	signal('VehicleUserAccount', 'Role', 'read_user_profile', ({ equipment }) => ({
		body: { value: equipment.accountRole },
	})),
	signal('Odometer', 'TraveledDistance', 'read_odometer', ({ odometerKm }) => ({
		body: { value: odometerKm, unit: 'km' },
	})),
	signal('Location', 'PreciseLocation', 'read_location', ({ location }) => ({
		body: { ...location, heading: null, direction: null, locationType: 'LAST_PARKED' },
	})),
	signal('Location', 'IsAtHome', 'read_location', ({ location, equipment: { home } }) => {
		if (home === null) return null;
		const isNear = (from: number, to: number) => Math.abs(from - to) <= HOME_RADIUS_DEGREES;
		return {
			body: {
				value:
					isNear(location.latitude, home.latitude) && isNear(location.longitude, home.longitude),
			},
		};
	}),
	signal('Motion', 'CurrentSpeed', 'read_speedometer', ({ equipment }) => ({
		body: { value: equipment.speedKph, unit: 'kph' },
	})),
	signal('Transmission', 'GearState', 'read_extended_vehicle_info', ({ equipment }) => ({
		body: { value: equipment.speedKph > 0 ? 'DRIVE' : 'PARK' },
	})),
	signal('Transmission', 'DriveMode', 'read_extended_vehicle_info', ({ equipment }) => ({
		body: {
			canonical: equipment.driveMode,
			oemDisplayName: equipment.driveMode === 'SPORT' ? 'Dynamic' : 'Comfort',
		},
	})),
	signal('LowVoltageBattery', 'StateOfCharge', 'read_battery', ({ equipment }) => ({
		body: { value: equipment.lowVoltagePercent, unit: 'percent' },
	})),
	signal('LowVoltageBattery', 'Status', 'read_battery', ({ equipment: { lowVoltagePercent } }) => {
		if (lowVoltagePercent >= 60) return { body: { value: 'GOOD' } };
		return { body: { value: lowVoltagePercent >= 30 ? 'WARN' : 'BAD' } };
	}),
	signal(
		'ConnectivitySoftware',
		'CurrentFirmwareVersion',
		'read_extended_vehicle_info',
		({ equipment }) => ({
			body: { value: equipment.firmwareVersion },
		}),
	),
	signal('ConnectivityStatus', 'IsAsleep', 'read_extended_vehicle_info', ({ reachability }) => ({
		body: { value: reachability === 'asleep' },
	})),
	signal('ConnectivityStatus', 'IsOnline', 'read_extended_vehicle_info', ({ reachability }) => ({
		body: { value: reachability === 'online' },
	})),
	signal(
		'ConnectivityStatus',
		'IsDigitalKeyPaired',
		'read_extended_vehicle_info',
		({ make, equipment }) =>
			make === 'TESLA' ? { body: { value: equipment.isDigitalKeyPaired } } : null,
	),
	signal('Surveillance', 'Brand', 'read_security', ({ make }) =>
		make === 'TESLA' ? { body: { value: 'Sentry Mode' } } : null,
	),
	signal('Surveillance', 'IsEnabled', 'read_security', ({ make, equipment }) =>
		make === 'TESLA' ? { body: { value: equipment.isSurveillanceOn } } : null,
	),
	fuelSignal('InternalCombustionEngine', 'FuelLevel', 'read_fuel', ({ percent }) => ({
		body: { value: percent, unit: 'percent' },
	})),
	fuelSignal(
		'InternalCombustionEngine',
		'AmountRemaining',
		'read_fuel',
		({ tankLiters, percent }) => ({
			body: { value: Math.round(tankLiters * percent) / 100, unit: 'liters' },
		}),
	),
	fuelSignal('InternalCombustionEngine', 'Range', 'read_fuel', (fuel) => ({
		body: { value: rangeOf(fuel), unit: 'km' },
	})),
	fuelSignal('InternalCombustionEngine', 'OilLife', 'read_engine_oil', ({ oilLifePercent }) => ({
		body: { value: oilLifePercent, unit: 'percent' },
	})),
];
