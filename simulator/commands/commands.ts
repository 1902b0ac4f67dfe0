import { z } from 'zod';
import { ApiError, validationError } from '../errors/apiError';
import type { ControlPermission } from '../fleet/permissions';
import type { TractionBattery, Vehicle } from '../fleet/types';
import { isJsonObject, type JsonObject } from '../json';
import { requireBattery } from '../server/vehicleChecks';
import { parseAttributes, coordinates } from './parseAttributes';

/** A command with a valid body. */
interface ParsedCommand {
	/**
	 * Attributes of the request, which the execution repeats; undefined for a command without a body.
	 */
	parameters: JsonObject | undefined;
	/** @throws ApiError 409 VEHICLE_STATE or 501 COMPATIBILITY; the vehicle is then unchanged */
	perform(vehicle: Vehicle): void;
}

export interface Command {
	/** Path below `/vehicles/{id}/commands`. */
	path: string;
	commandType: string;
	permission: ControlPermission;
	/** What a vehicle must have for it; null for any vehicle. */
	needs: 'battery' | null;
	/** @throws ApiError 400 VALIDATION */
	parse(body: unknown): ParsedCommand;
}

const limitSchema = z.object({ percent: z.number().int().min(50).max(100) }).strict();
const destinationSchema = z.object(coordinates).strict();

/** Every command of the service. See docs/contributing/smartcar-api.md#commands. */
export const commands: readonly Command[] = [
	commandWithoutBody('/charge/start', 'control_charge', (vehicle) =>
		startCharging(requireBattery(vehicle)),
	),
	commandWithoutBody('/charge/stop', 'control_charge', (vehicle) => {
		const battery = requireBattery(vehicle);
		if (!battery.isPluggedIn) throw new ApiError('VEHICLE_STATE', 'CHARGING_PLUG_NOT_CONNECTED');
		if (!battery.isCharging) throw new ApiError('VEHICLE_STATE', 'NOT_CHARGING');
		battery.isCharging = false;
	}),
	commandWithoutBody('/charge-port/open', 'control_charge', (vehicle) => {
		requireBattery(vehicle).isPortOpened = true;
	}),
	commandWithoutBody('/charge-port/close', 'control_charge', (vehicle) => {
		const battery = requireBattery(vehicle);
		if (battery.isCharging) throw new ApiError('VEHICLE_STATE', 'CHARGING_IN_PROGRESS');
		// The documentation has no code for a port that cannot close because a cable is plugged in.
		if (battery.isPluggedIn) throw new ApiError('VEHICLE_STATE', 'UNKNOWN');
		battery.isPortOpened = false;
	}),
	commandWithoutBody('/security/lock', 'control_security', (vehicle) => {
		vehicle.isLocked = true;
	}),
	commandWithoutBody('/security/unlock', 'control_security', (vehicle) => {
		vehicle.isLocked = false;
	}),
	commandWithBody('/charge/set-limit', 'control_charge', limitSchema, (vehicle, { percent }) => {
		const battery = requireBattery(vehicle);
		battery.limitPercent = percent;
		if (battery.percent >= percent) battery.isCharging = false;
	}),
	commandWithBody(
		'/navigation/set-destination',
		'control_navigation',
		destinationSchema,
		(vehicle, location) => {
			vehicle.destination = location;
		},
	),
];

function commandWithoutBody(
	path: string,
	permission: ControlPermission,
	perform: ParsedCommand['perform'],
): Command {
	return {
		...commandBase(path, permission),
		parse(body) {
			if (
				body !== undefined &&
				body !== null &&
				!(isJsonObject(body) && Object.keys(body).length === 0)
			) {
				throw validationError(null, [{ field: ['body'], message: 'must be empty' }]);
			}
			return { parameters: undefined, perform };
		},
	};
}

function commandWithBody<T extends z.ZodType<JsonObject>>(
	path: string,
	permission: ControlPermission,
	schema: T,
	perform: (vehicle: Vehicle, attributes: z.output<T>) => void,
): Command {
	return {
		...commandBase(path, permission),
		parse(body) {
			const attributes = parseAttributes(schema, body);
			return { parameters: { ...attributes }, perform: (vehicle) => perform(vehicle, attributes) };
		},
	};
}

function commandBase(path: string, permission: ControlPermission): Omit<Command, 'parse'> {
	const needs = permission === 'control_charge' ? 'battery' : null;
	return { path, commandType: path.slice(1).replace('/', '-'), permission, needs };
}

function startCharging(battery: TractionBattery): void {
	if (!battery.isPluggedIn) throw new ApiError('VEHICLE_STATE', 'CHARGING_PLUG_NOT_CONNECTED');
	if (battery.isCharging) throw new ApiError('VEHICLE_STATE', 'CHARGING_IN_PROGRESS');
	if (battery.percent >= battery.limitPercent) throw new ApiError('VEHICLE_STATE', 'FULLY_CHARGED');
	battery.isCharging = true;
	battery.energyAddedKwh = 0;
}
