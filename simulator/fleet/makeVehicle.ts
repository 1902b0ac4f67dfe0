import type { Random } from '../random';
import { type CarModel, carModels } from './carModels';
import type { BatteryCapacity, Equipment, FuelTank, TractionBattery, Vehicle } from './types';

/**
 * When the vehicles of a new fleet last sent data. It is fixed, so that the fleet depends only on
 * the seed.
 */
export const FLEET_EPOCH_MS = Date.UTC(2026, 0, 10, 8);

const MINUTE_MS = 60_000;
const VIN_ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';

/**
 * Makes the vehicle at an index of the fleet. The index decides the mode, and also the model unless
 * there is one of the given make. Other values are random.
 */
export function makeVehicle(index: number, random: Random, make?: string): Vehicle {
	const model =
		carModels.find((candidate) => candidate.make === make?.toUpperCase()) ??
		carModels[index % carModels.length] ??
		carModels[0];
	return {
		id: random.uuid(),
		vin: random.text(17, VIN_ALPHABET),
		make: model.make,
		model: model.model,
		year: random.integer(model.firstYear, model.lastYear),
		powertrainType: model.powertrainType,
		region: random.pick(model.regions),
		mode: index % 5 === 3 ? 'simulated' : 'live',
		reachability: 'online',
		odometerKm: random.integer(500, 90_000),
		tires: {
			frontLeft: model.tireKpa + random.integer(-8, 8),
			frontRight: model.tireKpa + random.integer(-8, 8),
			backLeft: model.tireKpa + random.integer(-8, 8),
			backRight: model.tireKpa + random.integer(-8, 8),
		},
		isLocked: random.chance(0.7),
		location: {
			latitude: random.integer(45_000, 55_000) / 1000,
			longitude: random.integer(5_000, 20_000) / 1000,
		},
		destination: null,
		cabinCelsius: random.integer(-5, 30),
		equipment: makeEquipment(),
		battery: makeBattery(index, model, random),
		fuel: makeFuel(model, random),
		reportedAt: FLEET_EPOCH_MS + index * MINUTE_MS,
		signalTimes: new Map(),
		everSubscribed: false,
		throttle: null,
	};
}

function makeEquipment(): Equipment {
	return {
		nickname: null,
		firmwareVersion: '2026.8.1',
		speedKph: 0,
		driveMode: 'NORMAL',
		outsideCelsius: 12,
		isOpen: {},
		faultySystems: new Set(),
		isHvacActive: false,
		targetCelsius: 21,
		lowVoltagePercent: 86,
		isInService: false,
		recordedServices: 1,
		isSurveillanceOn: false,
		isDigitalKeyPaired: true,
		accountRole: 'OWNER',
		home: null,
	};
}

function makeBattery(index: number, model: CarModel, random: Random): TractionBattery | null {
	const [nominal] = model.capacities;
	if (nominal === undefined) return null;
	const isPluggedIn = random.chance(0.4);
	return {
		percent: random.integer(30, 75),
		fullRangeKm: model.electricRangeKm,
		isPluggedIn,
		isCharging: isPluggedIn && random.chance(0.5),
		wattage: random.pick([3_600, 7_200, 11_000]),
		maxAmperes: 32,
		maxRangeCharges: 0,
		recordedCharges: 1,
		energyAddedKwh: 0,
		limitPercent: random.pick([80, 90, 100]),
		isPortOpened: false,
		capacity: makeCapacity(index, model, nominal.capacity),
		chargeSchedules: [],
	};
}

/**
 * Of three vehicles, one has a capacity from Smartcar, one has none, and one has a capacity from
 * its owner.
 */
function makeCapacity(index: number, model: CarModel, nominal: number): BatteryCapacity {
	switch (index % 3) {
		case 0:
			return {
				available: [{ capacity: nominal, description: null }],
				chosen: { nominal, source: 'SMARTCAR' },
				offersSelection: false,
			};
		case 1:
			return { available: [...model.capacities], chosen: null, offersSelection: true };
		default:
			return {
				available: [...model.capacities],
				chosen: { nominal, source: 'USER_SELECTED' },
				offersSelection: true,
			};
	}
}

function makeFuel(model: CarModel, random: Random): FuelTank | null {
	if (model.tankLiters === 0) return null;
	return {
		percent: random.integer(25, 95),
		tankLiters: model.tankLiters,
		fullRangeKm: model.fuelRangeKm,
		oilLifePercent: random.integer(40, 100),
	};
}
