/**
 * The permissions for data endpoints and signals. See
 * docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
const readPermissions = [
	'read_alerts',
	'read_battery',
	'read_charge',
	'read_charge_locations',
	'read_charge_records',
	'read_charge_events',
	'read_climate',
	'read_compass',
	'read_diagnostics',
	'read_engine_oil',
	'read_extended_vehicle_info',
	'read_fuel',
	'read_location',
	'read_odometer',
	'read_security',
	'read_service_history',
	'read_speedometer',
	'read_thermometer',
	'read_tires',
	'read_user_profile',
	'read_vehicle_info',
	'read_vin',
] as const;

export type ReadPermission = (typeof readPermissions)[number];

/** The permissions for commands. */
const controlPermissions = [
	'control_charge',
	'control_climate',
	'control_navigation',
	'control_pin',
	'control_security',
	'control_trunk',
] as const;

export type ControlPermission = (typeof controlPermissions)[number];

/** Every permission that an owner can grant. */
export const allPermissions: readonly string[] = [...readPermissions, ...controlPermissions];
