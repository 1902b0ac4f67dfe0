import { ApiError } from '../../errors/apiError';
import type { ReadPermission } from '../../fleet/permissions';
import { type BodyPart, corners, type Vehicle } from '../../fleet/types';
import {
	isPartOpen,
	isPortOpen,
	isTirePressureLow,
	rangeOf,
	troubleCodes,
} from '../../fleet/vehicleStatus';
import type { JsonObject } from '../../json';
import { requireBattery, requireFuel } from '../../server/vehicleChecks';
import { distance, pressure, type UnitSystem, volume } from './units';

/** What an endpoint may need in addition to the vehicle. */
interface EndpointContext {
	unit: UnitSystem;
	permissions: ReadonlySet<string>;
	/** URL where the owner selects the battery capacity of this vehicle. */
	capacitySelectionUrl: string;
}

interface DataEndpoint {
	permission: ReadPermission | null;
	/** Whether the value comes from the vehicle itself, which must then be online. */
	asksVehicle: boolean;
	/** @throws ApiError 501 COMPATIBILITY when the vehicle cannot have the value */
	read(vehicle: Vehicle, context: EndpointContext): JsonObject;
}

/**
 * The GET endpoints of a vehicle, by path. A batch reads them too.
 * See docs/contributing/smartcar-api.md#batch.
 */
export const dataEndpoints: ReadonlyMap<string, DataEndpoint> = new Map(
	Object.entries({
		'/': fromService('read_vehicle_info', ({ id, make, model, year }) => ({
			id,
			make,
			model,
			year,
		})),
		'/vin': fromService('read_vin', ({ vin }) => ({ vin })),
		'/permissions': fromService(null, (_vehicle, { permissions }) => ({
			permissions: [...permissions],
			paging: { count: permissions.size, offset: 0 },
		})),
		'/battery': fromVehicle('read_battery', (vehicle, { unit }) => {
			const battery = requireBattery(vehicle);
			return {
				percentRemaining: battery.percent / 100,
				range: distance(rangeOf(battery), unit),
			};
		}),
		'/battery/capacity': fromVehicle('read_battery', (vehicle) => {
			const { chosen } = requireBattery(vehicle).capacity;
			if (chosen === null) throw new ApiError('SERVER', 'RECORD_NOT_FOUND');
			return { capacity: chosen.nominal };
		}),
		'/battery/nominal_capacity': fromService(
			'read_battery',
			(vehicle, { capacitySelectionUrl }) => {
				const { available, chosen, offersSelection } = requireBattery(vehicle).capacity;
				return {
					availableCapacities: available.map((entry) => ({ ...entry })),
					capacity: chosen === null ? null : { ...chosen },
					url: offersSelection ? capacitySelectionUrl : null,
				};
			},
		),
		'/charge': fromVehicle('read_charge', (vehicle) => {
			const { isPluggedIn, isCharging, percent, limitPercent } = requireBattery(vehicle);
			const idle = percent >= limitPercent ? 'FULLY_CHARGED' : 'NOT_CHARGING';
			return { isPluggedIn, state: isCharging ? 'CHARGING' : idle };
		}),
		'/charge/limit': fromVehicle('read_charge', (vehicle) => ({
			limit: requireBattery(vehicle).limitPercent / 100,
		})),
		'/engine/oil': fromVehicle('read_engine_oil', (vehicle) => ({
			lifeRemaining: requireFuel(vehicle).oilLifePercent / 100,
		})),
		'/fuel': fromVehicle('read_fuel', (vehicle, { unit }) => {
			const fuel = requireFuel(vehicle);
			return {
				amountRemaining: volume((fuel.tankLiters * fuel.percent) / 100, unit),
				percentRemaining: fuel.percent / 100,
				range: distance(rangeOf(fuel), unit),
			};
		}),
		'/location': fromVehicle('read_location', ({ location }) => ({ ...location })),
		'/odometer': fromVehicle('read_odometer', ({ odometerKm }, { unit }) => ({
			distance: distance(odometerKm, unit),
		})),
		'/security': fromVehicle('read_security', (vehicle) => {
			const { isLocked, battery } = vehicle;
			const status = (part: BodyPart) => openStatus(isPartOpen(vehicle, part));
			return {
				isLocked,
				doors: corners.map((type) => ({ type, status: status(`${type}Door`) })),
				windows: corners.map((type) => ({ type, status: status(`${type}Window`) })),
				sunroof: [{ type: 'sunroof', status: status('sunroof') }],
				storage: [{ type: 'rear', status: status('rearTrunk') }],
				chargingPort:
					battery === null
						? []
						: [{ type: 'chargingPort', status: openStatus(isPortOpen(battery)) }],
			};
		}),
		'/tires/pressure': fromVehicle('read_tires', ({ tires }, { unit }) => ({
			backLeft: pressure(tires.backLeft, unit),
			backRight: pressure(tires.backRight, unit),
			frontLeft: pressure(tires.frontLeft, unit),
			frontRight: pressure(tires.frontRight, unit),
		})),
		'/diagnostics/system_status': fromVehicle('read_diagnostics', (vehicle) => {
			const isLow = isTirePressureLow(vehicle);
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
		'/diagnostics/dtcs': fromVehicle('read_diagnostics', (vehicle) => ({
			activeCodes: troubleCodes(vehicle),
		})),
	}),
);

/** Null for a part of which the vehicle does not know whether it is open. */
function openStatus(isOpen: boolean | null): string {
	if (isOpen === null) return 'UNKNOWN';
	return isOpen ? 'OPEN' : 'CLOSED';
}

function fromService(permission: ReadPermission | null, read: DataEndpoint['read']): DataEndpoint {
	return { permission, asksVehicle: false, read };
}

function fromVehicle(permission: ReadPermission, read: DataEndpoint['read']): DataEndpoint {
	return { permission, asksVehicle: true, read };
}
