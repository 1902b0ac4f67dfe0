import { z } from 'zod';
import { invalid, ServiceError } from '../errors/serviceError';
import type { TractionBattery, Vehicle } from '../fleet/types';
import type { ControlPermission } from '../fleet/permissions';
import { isJsonObject, type JsonObject } from '../json';
import { attributesOf, coordinates } from './parseAttributes';

/** A command that was understood. */
export interface ReadyCommand {
	/** What was asked, as the execution repeats it; undefined for a command that takes nothing. */
	parameters: JsonObject | undefined;
	/** @throws ServiceError 409 VEHICLE_STATE or 501 COMPATIBILITY, the car unchanged */
	perform(vehicle: Vehicle): void;
}

export interface Command {
	/** Below `/vehicles/{id}/commands`. */
	path: string;
	commandType: string;
	permission: ControlPermission;
	/** What a car must have for it; null: nothing. */
	needs: 'battery' | null;
	/** @throws ServiceError 400 VALIDATION */
	read(body: unknown): ReadyCommand;
}

const limit = z.object({ percent: z.number().int().min(50).max(100) }).strict();
const destination = z.object(coordinates).strict();

/** Every command of the service (service: commands). */
export const commands: readonly Command[] = [
	plain('/charge/start', 'control_charge', (vehicle) => startCharging(batteryOf(vehicle))),
	plain('/charge/stop', 'control_charge', (vehicle) => {
		const battery = batteryOf(vehicle);
		if (!battery.isCharging) throw new ServiceError('VEHICLE_STATE', 'NOT_CHARGING');
		battery.isCharging = false;
	}),
	plain('/charge-port/open', 'control_charge', (vehicle) => {
		batteryOf(vehicle).isPortOpened = true;
	}),
	plain('/charge-port/close', 'control_charge', (vehicle) => {
		const battery = batteryOf(vehicle);
		if (battery.isCharging) throw new ServiceError('VEHICLE_STATE', 'CHARGING_IN_PROGRESS');
		// No documented code says that the cable is in the way.
		if (battery.isPluggedIn) throw new ServiceError('VEHICLE_STATE', 'UNKNOWN');
		battery.isPortOpened = false;
	}),
	plain('/security/lock', 'control_security', (vehicle) => {
		vehicle.isLocked = true;
	}),
	plain('/security/unlock', 'control_security', (vehicle) => {
		vehicle.isLocked = false;
	}),
	withAttributes('/charge/set-limit', 'control_charge', limit, (vehicle, { percent }) => {
		const battery = batteryOf(vehicle);
		battery.limitPercent = percent;
		if (battery.percent >= percent) battery.isCharging = false;
	}),
	withAttributes(
		'/navigation/set-destination',
		'control_navigation',
		destination,
		(vehicle, place) => {
			vehicle.destination = place;
		},
	),
];

function plain(
	path: string,
	permission: ControlPermission,
	perform: ReadyCommand['perform'],
): Command {
	return {
		...head(path, permission),
		read(body) {
			if (
				body !== undefined &&
				body !== null &&
				!(isJsonObject(body) && Object.keys(body).length === 0)
			) {
				throw invalid(null, [{ field: ['body'], message: 'must be empty' }]);
			}
			return { parameters: undefined, perform };
		},
	};
}

function withAttributes<T extends z.ZodType<JsonObject>>(
	path: string,
	permission: ControlPermission,
	schema: T,
	perform: (vehicle: Vehicle, attributes: z.output<T>) => void,
): Command {
	return {
		...head(path, permission),
		read(body) {
			const attributes = attributesOf(schema, body);
			return { parameters: { ...attributes }, perform: (vehicle) => perform(vehicle, attributes) };
		},
	};
}

function head(path: string, permission: ControlPermission): Omit<Command, 'read'> {
	const needs = permission === 'control_charge' ? 'battery' : null;
	return { path, commandType: path.slice(1).replace('/', '-'), permission, needs };
}

function startCharging(battery: TractionBattery): void {
	if (!battery.isPluggedIn) throw new ServiceError('VEHICLE_STATE', 'CHARGING_PLUG_NOT_CONNECTED');
	if (battery.isCharging) throw new ServiceError('VEHICLE_STATE', 'CHARGING_IN_PROGRESS');
	if (battery.percent >= battery.limitPercent)
		throw new ServiceError('VEHICLE_STATE', 'FULLY_CHARGED');
	battery.isCharging = true;
	battery.energyAddedKwh = 0;
}

function batteryOf({ battery }: Vehicle): TractionBattery {
	if (battery === null) throw new ServiceError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
	return battery;
}
