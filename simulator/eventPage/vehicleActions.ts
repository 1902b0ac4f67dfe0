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
export type VehicleAction = (vehicle: Vehicle) => void;

const KM_PER_DEGREE = 111;
const HALF_FULL_PERCENT = 50;

export function inOrder(...actions: VehicleAction[]): VehicleAction {
	return (vehicle) => {
		for (const act of actions) act(vehicle);
	};
}

export function stayTheSame(): void {}

/** Sets values that only signals have. */
export function set(values: Partial<Equipment>): VehicleAction {
	return ({ equipment }) => void Object.assign(equipment, values);
}

export function setTirePressure(kpa: number, ...corners: Corner[]): VehicleAction {
	return ({ tires }) => {
		for (const corner of corners) tires[corner] = kpa;
	};
}

/** An action that does nothing to a vehicle without a traction battery. */
function withBattery(change: (battery: TractionBattery, vehicle: Vehicle) => void): VehicleAction {
	return (vehicle) => {
		if (vehicle.battery !== null) change(vehicle.battery, vehicle);
	};
}

export function setBattery(values: Partial<TractionBattery>): VehicleAction {
	return withBattery((battery) => void Object.assign(battery, values));
}

/** A battery that is charged up to its limit does not charge, so it is set to half full first. */
export function startCharging(values: Partial<TractionBattery> = {}): VehicleAction {
	return withBattery((battery) => {
		if (battery.percent >= battery.limitPercent) battery.percent = HALF_FULL_PERCENT;
		Object.assign(battery, { isPluggedIn: true, isCharging: true, ...values });
	});
}

export function chargeTo(percent: number): VehicleAction {
	return withBattery((battery) => {
		const isCharging = percent < battery.limitPercent;
		Object.assign(battery, { percent, isPluggedIn: true, isCharging });
	});
}

export const chargeToMaximum: VehicleAction = withBattery((battery) => {
	battery.maxRangeCharges += 1;
	Object.assign(battery, {
		percent: 100,
		limitPercent: 100,
		isPluggedIn: true,
		isCharging: false,
	});
});

export function addEnergy(kwh: number): VehicleAction {
	return withBattery((battery) => {
		battery.energyAddedKwh = Math.round((battery.energyAddedKwh + kwh) * 10) / 10;
		const addedPercent = Math.round((kwh / capacityOf(battery)) * 100);
		battery.percent = Math.min(100, battery.percent + addedPercent);
	});
}

/** Ends the charge, and adds it to the charge records. */
export const unplug: VehicleAction = withBattery((battery) => {
	if (battery.isPluggedIn) battery.recordedCharges += 1;
	Object.assign(battery, { isPluggedIn: false, isCharging: false });
});

export const scheduleCharging: VehicleAction = withBattery((battery, { location }) => {
	battery.chargeSchedules = [
		{
			id: 'sched_of_owner',
			type: 'DAILY',
			location: { ...location },
			windows: [{ start: '22:00', end: '06:00', days: [...weekdays] }],
		},
	];
});

export const unscheduleCharging: VehicleAction = withBattery((battery) => {
	battery.chargeSchedules = [];
});

/** Selects the next of the available capacities. */
export const selectOtherCapacity: VehicleAction = withBattery(({ capacity }) => {
	const { available, chosen } = capacity;
	const index = available.findIndex((entry) => entry.capacity === chosen?.nominal);
	const next = available[(index + 1) % available.length];
	if (next !== undefined) capacity.chosen = { nominal: next.capacity, source: 'USER_SELECTED' };
});

export function setFuel(values: Partial<FuelTank>): VehicleAction {
	return ({ fuel }) => {
		if (fuel !== null) Object.assign(fuel, values);
	};
}

export function addMileage(km: number): VehicleAction {
	return (vehicle) => {
		vehicle.odometerKm += km;
	};
}

/** @param km negative for a drive to the south */
export function driveNorth(km: number): VehicleAction {
	return inOrder(addMileage(Math.abs(km)), ({ location }) => {
		location.latitude = Math.round((location.latitude + km / KM_PER_DEGREE) * 1000) / 1000;
	});
}

/** Moves the vehicle to its home. If it has none, the place where it is becomes its home. */
export function comeHome(vehicle: Vehicle): void {
	const { equipment, location } = vehicle;
	equipment.home ??= { ...location };
	vehicle.location = { ...equipment.home };
}

export function setLocked(isLocked: boolean): VehicleAction {
	return (vehicle) => {
		vehicle.isLocked = isLocked;
	};
}

export function open(...parts: BodyPart[]): VehicleAction {
	return ({ equipment }) => {
		for (const part of parts) equipment.isOpen[part] = true;
	};
}

export function close(...parts: BodyPart[]): VehicleAction {
	return ({ equipment }) => {
		for (const part of parts) equipment.isOpen[part] = false;
	};
}

export function setCabinTemperature(celsius: number): VehicleAction {
	return (vehicle) => {
		vehicle.cabinCelsius = celsius;
	};
}

export function setReachability(reachability: Reachability): VehicleAction {
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

/** Ends the service, and adds it to the service records. */
export function leaveService({ equipment }: Vehicle): void {
	if (equipment.isInService) equipment.recordedServices += 1;
	equipment.isInService = false;
}

export function breakSystem(name: string): VehicleAction {
	return ({ equipment }) => void equipment.faultySystems.add(name);
}

export function repairSystems({ equipment }: Vehicle): void {
	equipment.faultySystems.clear();
}
