import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalid } from '../../errors/serviceError';
import type { ServiceContext } from '../../server/context';
import { answerFlatErrors } from '../../errors/errorHandlers';
import { parseInput } from '../../server/parseInput';

const selectionQuery = z.object({
	vehicle_id: z.string().uuid(),
	client_id: z.string(),
	token: z.string().uuid(),
	response_type: z.literal('vehicle_id'),
	redirect_uri: z.string().url(),
	/** What the owner clicked; absent while he looks. */
	capacity: z.coerce.number().optional(),
});

/** The owner's flow for choosing a battery capacity: a page of links, each of which chooses and redirects. */
export function connectRoutes(host: FastifyInstance, { fleet, settings }: ServiceContext): void {
	answerFlatErrors(host);
	host.get('/battery-capacity', async (request, reply) => {
		const query = parseInput(selectionQuery, request.query, 'PARAMETER');
		const vehicle = fleet.vehicle(query.vehicle_id);
		if (vehicle?.battery == null || query.client_id !== settings.clientId) {
			throw invalid('PARAMETER', [
				{ field: ['vehicle_id'], message: 'is no electric vehicle of this application' },
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
			throw invalid('PARAMETER', [
				{ field: ['capacity'], message: 'is not available for this vehicle' },
			]);
		}
		fleet.selectCapacity(vehicle, query.capacity);
		const target = new URL(query.redirect_uri);
		target.searchParams.set('vehicle_id', vehicle.id);
		return await reply.redirect(target.toString());
	});
}
