import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * The permissions that an owner can grant to an application. OAuth2 calls them scopes.
 * See docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
const PERMISSIONS = [
	['control_charge', 'Start and stop charging, set the charge limit'],
	['control_climate', 'Control the climate'],
	['control_navigation', 'Send a destination'],
	['control_pin', 'Control features that a PIN protects'],
	['control_security', 'Lock and unlock'],
	['control_trunk', 'Open the trunk'],
	['read_alerts', 'Read alerts'],
	['read_battery', 'Read battery level, range and capacity'],
	['read_charge', 'Read the charge status and limit'],
	['read_charge_events', 'Read charging events'],
	['read_charge_locations', 'Read charging locations'],
	['read_charge_records', 'Read charging records'],
	['read_climate', 'Read the climate status'],
	['read_compass', 'Read the heading'],
	['read_diagnostics', 'Read diagnostics and trouble codes'],
	['read_engine_oil', 'Read the engine oil'],
	['read_extended_vehicle_info', 'Read extended vehicle information'],
	['read_fuel', 'Read the fuel tank'],
	['read_location', 'Read the location'],
	['read_odometer', 'Read the odometer'],
	['read_security', 'Read locks, doors and windows'],
	['read_service_history', 'Read the service history'],
	['read_speedometer', 'Read the speed'],
	['read_thermometer', 'Read temperatures'],
	['read_tires', 'Read the tire pressure'],
	['read_user_profile', "Read the owner's profile"],
	['read_vehicle_info', 'Read make, model and year'],
	['read_vin', 'Read the VIN'],
] as const;

/** The permissions as the options of a field. */
export const permissionOptions: INodePropertyOptions[] = PERMISSIONS.map(
	([value, description]) => ({ name: value, value, description }),
);
