import { randomUUID } from 'node:crypto';
import { ApiError } from '../../errors/apiError';
import type { Vehicle } from '../../fleet/types';
import type { JsonObject } from '../../json';
import type { ServiceContext } from '../../server/serviceContext';
import { checkThrottle, requireOnline } from '../../server/vehicleChecks';
import type { VehicleAccess } from './vehicleAccess';
import { dataEndpoints } from './dataEndpoints';
import type { UnitSystem } from './units';

interface EndpointResponse {
	body: JsonObject;
	/** Names in lower case. */
	headers: Record<string, string>;
}

/**
 * Reads one data endpoint of a vehicle, unless the vehicle is throttled.
 * @param path with or without a leading slash
 * @throws ApiError 404 PATH, 403 PERMISSION, 409 VEHICLE_STATE, 429 with retry-after, 501
 */
export function readEndpoint(
	{ vehicle, permissions }: VehicleAccess,
	path: string,
	unit: UnitSystem,
	context: ServiceContext,
): EndpointResponse {
	const endpoint = dataEndpoints.get(normalizePath(path));
	if (endpoint === undefined) throw new ApiError('RESOURCE_NOT_FOUND', 'PATH');
	checkThrottle(vehicle);
	if (endpoint.permission !== null && !permissions.has(endpoint.permission)) {
		throw new ApiError('PERMISSION', null);
	}
	const capacitySelectionUrl = selectionUrl(vehicle, context);
	const body = endpoint.read(vehicle, { unit, permissions, capacitySelectionUrl });
	if (endpoint.asksVehicle) requireOnline(vehicle);
	return {
		body,
		headers: {
			'sc-data-age': new Date(vehicle.reportedAt).toISOString(),
			'sc-fetched-at': new Date().toISOString(),
			'sc-unit-system': unit,
		},
	};
}

function normalizePath(path: string): string {
	return `/${path.replace(/^\/+|\/+$/g, '')}`;
}

/**
 * URL where the owner selects the battery capacity. `redirect_uri` is empty, so that the
 * application can append its own.
 * See docs/contributing/smartcar-api.md#battery-capacity.
 */
function selectionUrl(vehicle: Vehicle, { settings, hosts }: ServiceContext): string {
	const parameters = new URLSearchParams({
		vehicle_id: vehicle.id,
		client_id: settings.oAuth2ClientId,
		token: randomUUID(),
		response_type: 'vehicle_id',
		redirect_uri: '',
	});
	return `${hosts().connectUrl}/battery-capacity?${parameters.toString()}`;
}
