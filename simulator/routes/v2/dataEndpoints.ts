import { ServiceError } from '../../errors/serviceError';
import { isPortOpen } from '../../fleet/battery';
import type { Vehicle } from '../../fleet/types';
import type { ReadPermission } from '../../fleet/permissions';
import type { JsonObject } from '../../json';
import { distance, pressure, type UnitSystem, volume } from './units';

/** What an endpoint may need besides the vehicle. */
export interface EndpointContext {
	unit: UnitSystem;
	permissions: ReadonlySet<string>;
	/** Address of the owner's selection flow for this vehicle. */
	capacitySelectionUrl: string;
}

export interface DataEndpoint {
	permission: ReadPermission | null;
	/** Whether the car itself has to answer, which it does not while it sleeps. */
	asksCar: boolean;
	/** @throws ServiceError 501 COMPATIBILITY when the car has no such thing */
	read(vehicle: Vehicle, context: EndpointContext): JsonObject;
}

/** GET data endpoints of a vehicle by path, alone and in a batch (service: batch paths and bodies). */
export const dataEndpoints: ReadonlyMap<string, DataEndpoint> = new Map(
	Object.entries({
		'/': known('read_vehicle_info', ({ id, make, model, year }) => ({ id, make, model, year })),
		'/vin': known('read_vin', ({ vin }) => ({ vin })),
		'/permissions': known(null, (_vehicle, { permissions }) => ({
			permissions: [...permissions],
			paging: { count: permissions.size, offset: 0 },
		})),
		'/battery': asked('read_battery', (vehicle, { unit }) => {
			const { percent, fullRangeKm } = batteryOf(vehicle);
			return {
				percentRemaining: percent / 100,
				range: distance(Math.round((fullRangeKm * percent) / 100), unit),
			};
		}),
		'/battery/capacity': asked('read_battery', (vehicle) => {
			const { chosen } = batteryOf(vehicle).capacity;
			if (chosen === null) throw new ServiceError('SERVER', 'RECORD_NOT_FOUND');
			return { capacity: chosen.nominal };
		}),
		'/battery/nominal_capacity': known('read_battery', (vehicle, { capacitySelectionUrl }) => {
			const { available, chosen, offersSelection } = batteryOf(vehicle).capacity;
			return {
				availableCapacities: available.map((entry) => ({ ...entry })),
				capacity: chosen === null ? null : { ...chosen },
				url: offersSelection ? capacitySelectionUrl : null,
			};
		}),
		'/charge': asked('read_charge', (vehicle) => {
			const { isPluggedIn, isCharging, percent, limitPercent } = batteryOf(vehicle);
			const idle = percent >= limitPercent ? 'FULLY_CHARGED' : 'NOT_CHARGING';
			return { isPluggedIn, state: isCharging ? 'CHARGING' : idle };
		}),
		'/charge/limit': asked('read_charge', (vehicle) => ({
			limit: batteryOf(vehicle).limitPercent / 100,
		})),
		'/engine/oil': asked('read_engine_oil', (vehicle) => ({
			lifeRemaining: fuelOf(vehicle).oilLifePercent / 100,
		})),
		'/fuel': asked('read_fuel', (vehicle, { unit }) => {
			const { percent, tankLiters, fullRangeKm } = fuelOf(vehicle);
			return {
				amountRemaining: volume((tankLiters * percent) / 100, unit),
				percentRemaining: percent / 100,
				range: distance(Math.round((fullRangeKm * percent) / 100), unit),
			};
		}),
		'/location': asked('read_location', ({ location }) => ({ ...location })),
		'/odometer': asked('read_odometer', ({ odometerKm }, { unit }) => ({
			distance: distance(odometerKm, unit),
		})),
		'/security': asked('read_security', ({ isLocked, battery }) => ({
			isLocked,
			doors: ['frontLeft', 'frontRight', 'backLeft', 'backRight'].map((type) => ({
				type,
				status: 'CLOSED',
			})),
			windows: ['frontLeft', 'frontRight', 'backLeft', 'backRight'].map((type) => ({
				type,
				status: 'CLOSED',
			})),
			sunroof: [{ type: 'sunroof', status: 'UNKNOWN' }],
			storage: [{ type: 'rear', status: 'CLOSED' }],
			chargingPort:
				battery === null
					? []
					: [{ type: 'chargingPort', status: isPortOpen(battery) ? 'OPEN' : 'CLOSED' }],
		})),
		'/tires/pressure': asked('read_tires', ({ tires }, { unit }) => ({
			backLeft: pressure(tires.backLeft, unit),
			backRight: pressure(tires.backRight, unit),
			frontLeft: pressure(tires.frontLeft, unit),
			frontRight: pressure(tires.frontRight, unit),
		})),
		'/diagnostics/system_status': asked('read_diagnostics', ({ tires }) => {
			const isLow = Object.values(tires).some((kpa) => kpa < 200);
			return {
				systems: [
					{
						systemId: 'SYSTEM_TPMS',
						status: isLow ? 'ALERT' : 'OK',
						description: isLow ? 'Tire pressure low' : null,
					},
				],
			};
		}),
		'/diagnostics/dtcs': asked('read_diagnostics', ({ fuel }) => ({
			activeCodes:
				fuel !== null && fuel.oilLifePercent < 50 ? [{ code: 'P0524', timestamp: null }] : [],
		})),
	}),
);

function known(permission: ReadPermission | null, read: DataEndpoint['read']): DataEndpoint {
	return { permission, asksCar: false, read };
}

function asked(permission: ReadPermission, read: DataEndpoint['read']): DataEndpoint {
	return { permission, asksCar: true, read };
}

function batteryOf({ battery }: Vehicle) {
	if (battery === null) throw new ServiceError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
	return battery;
}

function fuelOf({ fuel }: Vehicle) {
	if (fuel === null) throw new ServiceError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
	return fuel;
}
