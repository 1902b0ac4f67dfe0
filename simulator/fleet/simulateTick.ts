import type { Random } from '../random';
import { corners, type FuelTank, type TractionBattery, type Vehicle } from './types';
import { capacityOf } from './vehicleStatus';

/** A tire below this pressure is inflated again. */
const MIN_KPA = 130;
const INFLATED_KPA = 250;

/**
 * Lets a short time pass for a vehicle: a tire loses pressure, the vehicle drives, charges, falls
 * asleep or wakes up. A vehicle that is not online can only come online, and one that is signed out
 * does not change at all.
 */
export function simulateTick(vehicle: Vehicle, random: Random): void {
	if (vehicle.reachability === 'signedOut') return;
	if (vehicle.reachability !== 'online') {
		if (random.chance(0.5)) vehicle.reachability = 'online';
		return;
	}
	if (random.chance(0.08)) {
		vehicle.reachability = 'asleep';
		return;
	}
	if (random.chance(0.03)) {
		vehicle.reachability = 'unreachable';
		return;
	}
	losePressure(vehicle, random);
	if (vehicle.battery?.isCharging) charge(vehicle.battery, random);
	else if (random.chance(0.6)) drive(vehicle, random.integer(2, 30), random);
	if (random.chance(0.2)) vehicle.isLocked = !vehicle.isLocked;
}

function losePressure(vehicle: Vehicle, random: Random): void {
	const wheel = random.pick(corners);
	// One of twenty losses is a puncture.
	const lossKpa = random.chance(0.05) ? random.integer(30, 60) : random.integer(1, 4);
	const kpa = vehicle.tires[wheel] - lossKpa;
	vehicle.tires[wheel] = kpa < MIN_KPA ? INFLATED_KPA : kpa;
}

function charge(battery: TractionBattery, random: Random): void {
	const before = battery.percent;
	battery.percent = Math.min(battery.limitPercent, battery.percent + random.integer(2, 8));
	const addedKwh = (Math.max(0, battery.percent - before) * capacityOf(battery)) / 100;
	battery.energyAddedKwh = Math.round((battery.energyAddedKwh + addedKwh) * 10) / 10;
	if (battery.percent < battery.limitPercent) return;
	battery.isCharging = false;
	battery.isPluggedIn = random.chance(0.5);
}

function drive(vehicle: Vehicle, km: number, random: Random): void {
	vehicle.odometerKm += km;
	vehicle.location.latitude = roundCoordinate(
		vehicle.location.latitude + random.integer(-50, 50) / 1000,
	);
	vehicle.location.longitude = roundCoordinate(
		vehicle.location.longitude + random.integer(-50, 50) / 1000,
	);
	if (vehicle.battery !== null) useBattery(vehicle.battery, km);
	if (vehicle.fuel !== null) useFuel(vehicle.fuel, km);
}

function useBattery(battery: TractionBattery, km: number): void {
	battery.isPluggedIn = false;
	battery.percent = Math.max(3, battery.percent - Math.ceil((km / battery.fullRangeKm) * 100));
	if (battery.percent >= 20) return;
	battery.isPluggedIn = true;
	battery.isCharging = true;
	battery.energyAddedKwh = 0;
}

function useFuel(fuel: FuelTank, km: number): void {
	const percent = fuel.percent - Math.ceil((km / fuel.fullRangeKm) * 100);
	fuel.percent = percent < 5 ? 100 : percent;
}

function roundCoordinate(degrees: number): number {
	return Math.round(degrees * 1000) / 1000;
}
