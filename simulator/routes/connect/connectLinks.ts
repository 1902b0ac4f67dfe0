import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { validationError } from '../../errors/apiError';
import { allPermissions } from '../../fleet/permissions';
import { vehicleName } from '../../fleet/vehicleStatus';
import type { ServiceContext } from '../../server/serviceContext';
import { parseInput, uuidParameter } from '../../server/parseInput';
import { scopeList } from './scopeList';

/** Parameters of all links. The older form has `client_id` in place of `application_id`. */
const linkQuery = z
	.object({
		application_id: z.string().optional(),
		client_id: z.string().optional(),
		external_id: z.string().min(1).optional(),
		redirect_uri: z.string().url().optional(),
		state: z.string().optional(),
	})
	.strict();

const connectQuery = linkQuery.extend({
	response_type: z.enum(['none', 'code']),
	/** Default: all permissions. */
	scope: scopeList.default(''),
	mode: z.enum(['live', 'simulated', 'test']).default('live'),
	make: z.string().optional(),
});

const reconnectQuery = linkQuery.extend({
	response_type: z.enum(['none', 'vehicle_id']),
	vehicle_id: uuidParameter,
});

type LinkQuery = z.output<typeof linkQuery> & { response_type: string };

/** Whether a request to the authorization endpoint is a Connect link, and not part of OAuth2. */
export function isConnectLink(query: unknown, applicationId: string): boolean {
	if (typeof query !== 'object' || query === null) return false;
	return 'application_id' in query || Reflect.get(query, 'client_id') === applicationId;
}

/**
 * @throws ApiError 400 for another application, and for a response type other than `none` without
 * `redirect_uri`
 */
function checkLink(link: LinkQuery, applicationId: string): void {
	const field = link.application_id === undefined ? 'client_id' : 'application_id';
	if (link[field] !== applicationId)
		throw validationError('PARAMETER', [{ field: [field], message: 'is not a known application' }]);
	if (link.response_type !== 'none' && link.redirect_uri === undefined)
		throw validationError('PARAMETER', [{ field: ['redirect_uri'], message: 'is required' }]);
}

/** Redirects the owner to the application, or shows a page if the link has no redirect URI. */
async function redirectOwner(
	reply: FastifyReply,
	link: LinkQuery,
	message: string,
	parameters: Record<string, string | undefined>,
): Promise<FastifyReply> {
	if (link.redirect_uri === undefined) {
		const page = `<!DOCTYPE html><title>Smartcar Connect</title><h1>${message}</h1>`;
		return await reply.type('text/html').send(page);
	}
	const target = new URL(link.redirect_uri);
	for (const [name, value] of Object.entries({ ...parameters, state: link.state }))
		if (value !== undefined) target.searchParams.set(name, value);
	return await reply.redirect(target.toString());
}

/**
 * Connects a new vehicle of the owner with the external ID.
 * See docs/contributing/smartcar-api.md#connect-links.
 */
export async function connectVehicle(
	{ fleet, settings, grants }: ServiceContext,
	query: unknown,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const link = parseInput(connectQuery, query, 'PARAMETER');
	checkLink(link, settings.applicationId);
	const permissions = link.scope.length === 0 ? [...allPermissions] : link.scope;
	const { userId, vehicleId } = fleet.connectNewVehicle({
		externalId: link.external_id ?? null,
		mode: link.mode === 'live' ? 'live' : 'simulated',
		make: link.make,
		permissions,
	});
	const vehicle = fleet.vehicle(vehicleId);
	const access = { userId, vehicleIds: [vehicleId], scopes: permissions };
	const code =
		link.response_type === 'code' && link.redirect_uri !== undefined
			? grants.authorize(access, link.redirect_uri)
			: undefined;
	const name = vehicle ? vehicleName(vehicle) : vehicleId;
	return await redirectOwner(reply, link, `${name} is connected`, {
		code,
		user_id: userId,
		external_id: link.external_id,
	});
}

/**
 * The page on which an owner signs in again. It resolves the error AUTHENTICATION_FAILED of the
 * vehicle. See docs/contributing/smartcar-api.md#connect-links.
 */
export function reconnectRoutes(host: FastifyInstance, { fleet, settings }: ServiceContext): void {
	host.get('/oauth/reauthenticate', async (request, reply) => {
		const link = parseInput(reconnectQuery, request.query, 'PARAMETER');
		checkLink(link, settings.applicationId);
		const vehicle = fleet.vehicle(link.vehicle_id);
		if (vehicle === undefined)
			throw validationError('PARAMETER', [
				{ field: ['vehicle_id'], message: 'is not a known vehicle' },
			]);
		const [connection] = fleet.connectionsOf(vehicle);
		const owner = connection && fleet.user(connection.userId);
		// The text 'null' deletes the stored ID.
		if (owner && link.external_id !== undefined)
			owner.externalId = link.external_id === 'null' ? null : link.external_id;
		fleet.change(vehicle, (car) => {
			car.reachability = 'online';
		});
		return await redirectOwner(reply, link, `${vehicleName(vehicle)} is connected again`, {
			vehicle_id: vehicle.id,
			external_id: link.external_id,
		});
	});
}
