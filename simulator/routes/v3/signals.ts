import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, forbiddenError } from '../../errors/apiError';
import type { Connection, Vehicle } from '../../fleet/types';
import type { JsonObject } from '../../json';
import type { ServiceContext } from '../../server/serviceContext';
import { idParameter } from '../../server/parseInput';
import { checkThrottle } from '../../server/vehicleChecks';
import { readSignal, type SignalReading } from '../../signals/readSignal';
import { signalCatalog } from '../../signals/signalCatalog';
import { signalStatus } from '../../signals/signalStatus';
import { vehicleSummary } from '../management/resources';
import { requireConnectedVehicle, requireVehicle } from './connectedVehicle';

const signalPath = z.object({ code: z.string() });

/** How long after the retrieval of a signal the service stores it. */
const INGESTION_DELAY_MS = 1_500;

/**
 * Get a vehicle, list its signals, get one signal. See docs/contributing/smartcar-api.md#signals.
 */
export function signalRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { fleet, hosts } = context;

	host.get('/vehicles/:id', async (request) => {
		const vehicle = requireVehicle(idParameter(request), fleet);
		// The status of the service for a vehicle that was disconnected is not documented.
		if (fleet.connectionsOf(vehicle).length === 0)
			throw forbiddenError('No user is connected to the vehicle.');
		return { data: vehicleResource(vehicle, hosts().signalsUrl) };
	});

	host.get('/vehicles/:id/signals', async (request) => {
		const { vehicle, connection } = requireConnectedVehicle(request, fleet);
		checkThrottle(vehicle);
		const url = `${hosts().signalsUrl}/vehicles/${vehicle.id}`;
		const data = storedSignals(vehicle, connection).map((reading) =>
			signalResource(reading, vehicle, url),
		);
		return {
			data,
			meta: { totalCount: data.length, pageSize: data.length, pageNumber: 1 },
			links: { self: `${url}/signals` },
			included: { vehicle: vehicleResource(vehicle, hosts().signalsUrl) },
		};
	});

	host.get('/vehicles/:id/signals/:code', async (request) => {
		const { vehicle, connection } = requireConnectedVehicle(request, fleet);
		checkThrottle(vehicle);
		const { code } = signalPath.parse(request.params);
		const reading = storedSignals(vehicle, connection).find(
			({ definition }) => definition.code === code,
		);
		if (reading === undefined) {
			throw new ApiError('RESOURCE_NOT_FOUND', 'SIGNAL_NOT_FOUND', {
				description: `There is no signal ${code}.`,
			});
		}
		return {
			data: signalResource(reading, vehicle, `${hosts().signalsUrl}/vehicles/${vehicle.id}`),
			included: { vehicle: vehicleResource(vehicle, hosts().signalsUrl) },
		};
	});
}

/** The service stores signals only for vehicles that have, or once had, a subscription. */
function storedSignals(vehicle: Vehicle, { permissions }: Connection): SignalReading[] {
	if (!vehicle.everSubscribed) return [];
	return [...signalCatalog.values()].map((definition) =>
		readSignal(definition, vehicle, permissions),
	);
}

function vehicleResource(vehicle: Vehicle, base: string): JsonObject {
	const { id } = vehicle;
	return {
		id,
		type: 'vehicle',
		attributes: vehicleSummary(vehicle),
		links: { self: `${base}/vehicles/${id}` },
	};
}

function signalResource(
	{ definition, body, error, oemUpdatedAt, retrievedAt }: SignalReading,
	{ reportedAt }: Vehicle,
	url: string,
): JsonObject {
	const { code, name, group } = definition;
	const times = {
		retrievedAt: retrievedAt === 0 ? undefined : new Date(retrievedAt).toISOString(),
		oemUpdatedAt: oemUpdatedAt === 0 ? undefined : new Date(oemUpdatedAt).toISOString(),
	};
	return {
		id: code,
		type: 'signal',
		attributes: { code, name, group, status: signalStatus(error), body: body ?? undefined },
		meta: {
			ingestedAt: new Date((retrievedAt || reportedAt) + INGESTION_DELAY_MS).toISOString(),
			...(body === null ? {} : times),
		},
		links: { self: `${url}/signals/${code}` },
	};
}
