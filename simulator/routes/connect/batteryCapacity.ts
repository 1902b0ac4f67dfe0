import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { validationError } from '../../errors/apiError';
import type { ServiceContext } from '../../server/serviceContext';
import { parseInput } from '../../server/parseInput';
import { requireApplication } from './requireApplication';

const selectionQuery = z.object({
	vehicle_id: z.string().uuid(),
	client_id: z.string(),
	token: z.string().uuid(),
	response_type: z.literal('vehicle_id'),
	redirect_uri: z.string().url(),
	/** The capacity that the owner clicked. Without it the page is shown. */
	capacity: z.coerce.number().optional(),
});

/**
 * The page on which an owner selects the battery capacity. The owner clicks one of the listed
 * capacities, and is redirected to the application. See
 * docs/contributing/smartcar-api.md#battery-capacity.
 */
export function batteryCapacityRoutes(
	host: FastifyInstance,
	{ fleet, settings }: ServiceContext,
): void {
	host.get('/battery-capacity', async (request, reply) => {
		const query = parseInput(selectionQuery, request.query, 'PARAMETER');
		requireApplication(query.client_id, settings);
		const vehicle = fleet.vehicle(query.vehicle_id);
		if (vehicle?.battery == null) {
			throw validationError('PARAMETER', [
				{ field: ['vehicle_id'], message: 'is not an electric vehicle' },
			]);
		}
		const { available } = vehicle.battery.capacity;
		if (query.capacity === undefined) {
			const links = available.map(
				({ capacity }) =>
					`<li><a href="${request.url}&capacity=${capacity}">${capacity} kWh</a></li>`,
			);
			return await reply
				.type('text/html')
				.send(`<!DOCTYPE html><title>Battery capacity</title><ul>${links.join('')}</ul>`);
		}
		if (!available.some(({ capacity }) => capacity === query.capacity)) {
			throw validationError('PARAMETER', [
				{ field: ['capacity'], message: 'is not available for this vehicle' },
			]);
		}
		fleet.selectCapacity(vehicle, query.capacity);
		const redirectUrl = new URL(query.redirect_uri);
		redirectUrl.searchParams.set('vehicle_id', vehicle.id);
		return await reply.redirect(redirectUrl.toString());
	});
}
