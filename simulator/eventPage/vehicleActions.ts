import {
	type BodyPart,
	type Corner,
	type Equipment,
	type FuelTank,
	type Reachability,
	type TractionBattery,
	type Vehicle,
	weekdays,
} from '../fleet/types';
import { capacityOf } from '../fleet/vehicleStatus';

/** Makes something happen to a vehicle. */
export type Apply = (vehicle: Vehicle) => void;

const KM_PER_DEGREE = 111;
const HALF_FULL_PERCENT = 50;

export function inOrder(...steps: Apply[]): Apply {
	return (vehicle) => {
		for (const apply of steps) apply(vehicle);
	};
}

export function stayTheSame(): void {}

export function equip(values: Partial<Equipment>): Apply {
	return ({ equipment }) => void Object.assign(equipment, values);
}

export function setTires(kpa: number, ...corners: Corner[]): Apply {
	return ({ tires }) => {
		for (const corner of corners) tires[corner] = kpa;
	};
}

/** Does nothing to a vehicle without a traction battery. */
function withBattery(change: (battery: TractionBattery, vehicle: Vehicle) => void): Apply {
	return (vehicle) => {
		if (vehicle.battery !== null) change(vehicle.battery, vehicle);
	};
}

export function setBattery(values: Partial<TractionBattery>): Apply {
	return withBattery((battery) => void Object.assign(battery, values));
}

/** A battery that is full cannot be charged, so it is half full first. */
export function startCharging(values: Partial<TractionBattery> = {}): Apply {
	return withBattery((battery) => {
		if (battery.percent >= battery.limitPercent) battery.percent = HALF_FULL_PERCENT;
		Object.assign(battery, { isPluggedIn: true, isCharging: true, ...values });
	});
}

export function chargeTo(percent: number): Apply {
	return withBattery((battery) => {
		const isCharging = percent < battery.limitPercent;
		Object.assign(battery, { percent, isPluggedIn: true, isCharging });
	});
}

export const chargeToMaximum: Apply = withBattery((battery) => {
	battery.maxRangeCharges += 1;
	Object.assign(battery, {
		percent: 100,
		limitPercent: 100,
		isPluggedIn: true,
		isCharging: false,
	});
});

export function addEnergy(kwh: number): Apply {
	return withBattery((battery) => {
		battery.energyAddedKwh = Math.round((battery.energyAddedKwh + kwh) * 10) / 10;
		const addedPercent = Math.round((kwh / capacityOf(battery)) * 100);
		battery.percent = Math.min(100, battery.percent + addedPercent);
	});
}

/** Ends a charge, which gets a record. */
export const unplug: Apply = withBattery((battery) => {
	if (battery.isPluggedIn) battery.recordedCharges += 1;
	Object.assign(battery, { isPluggedIn: false, isCharging: false });
});

export const scheduleCharging: Apply = withBattery((battery, { location }) => {
	battery.chargeSchedules = [
		{
			id: 'sched_of_owner',
			type: 'DAILY',
			location: { ...location },
			windows: [{ start: '22:00', end: '06:00', days: [...weekdays] }],
		},
	];
});

export const unscheduleCharging: Apply = withBattery((battery) => {
	battery.chargeSchedules = [];
});

/** Selects the next of the available capacities. */
export const selectOtherCapacity: Apply = withBattery(({ capacity }) => {
	const { available, chosen } = capacity;
	const index = available.findIndex((entry) => entry.capacity === chosen?.nominal);
	const next = available[(index + 1) % available.length];
	if (next !== undefined) capacity.chosen = { nominal: next.capacity, source: 'USER_SELECTED' };
});

export function setFuel(values: Partial<FuelTank>): Apply {
	return ({ fuel }) => {
		if (fuel !== null) Object.assign(fuel, values);
	};
}

export function addMileage(km: number): Apply {
	return (vehicle) => {
		vehicle.odometerKm += km;
	};
}

/** @param km negative to the south */
export function driveNorth(km: number): Apply {
	return inOrder(addMileage(Math.abs(km)), ({ location }) => {
		location.latitude = Math.round((location.latitude + km / KM_PER_DEGREE) * 1000) / 1000;
	});
}

/** Moves the vehicle to its home. Without one, the home is where it is. */
export function comeHome(vehicle: Vehicle): void {
	const { equipment, location } = vehicle;
	equipment.home ??= { ...location };
	vehicle.location = { ...equipment.home };
}

export function setLocked(isLocked: boolean): Apply {
	return (vehicle) => {
		vehicle.isLocked = isLocked;
	};
}

export function open(...parts: BodyPart[]): Apply {
	return ({ equipment }) => {
		for (const part of parts) equipment.isOpen[part] = true;
	};
}

export function close(...parts: BodyPart[]): Apply {
	return ({ equipment }) => {
		for (const part of parts) equipment.isOpen[part] = false;
	};
}

export function setInside(celsius: number): Apply {
	return (vehicle) => {
		vehicle.cabinCelsius = celsius;
	};
}

export function setReachability(reachability: Reachability): Apply {
	return (vehicle) => {
		vehicle.reachability = reachability;
	};
}

/** Counts up the last number of the version. */
export function updateSoftware({ equipment }: Vehicle): void {
	equipment.firmwareVersion = equipment.firmwareVersion.replace(/\d+$/, (number) =>
		String(Number(number) + 1),
	);
}

/** The service gets a record. */
export function leaveService({ equipment }: Vehicle): void {
	if (equipment.isInService) equipment.recordedServices += 1;
	equipment.isInService = false;
}

export function breakSystem(name: string): Apply {
	return ({ equipment }) => void equipment.faultySystems.add(name);
}

export function repairSystems({ equipment }: Vehicle): void {
	equipment.faultySystems.clear();
}
