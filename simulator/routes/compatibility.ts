import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Command, commands } from '../commands/commands';
import { installV3Errors } from '../errors/errorHandlers';
import { type CarModel, carModels } from '../fleet/carModels';
import type { Region } from '../fleet/types';
import type { JsonObject } from '../json';
import type { ServiceContext } from '../server/serviceContext';
import { parseInput } from '../server/parseInput';
import { signalCatalog } from '../signals/signalCatalog';
import type { SignalDefinition } from '../signals/signalDefinition';

const listQuery = z
	.object({
		'filter[region]': z.enum(['US', 'CA', 'EUROPE']).optional(),
		'filter[make]': z.string().optional(),
		'filter[powertrainType]': z.enum(['BEV', 'PHEV', 'ICE', 'HEV']).optional(),
	})
	.strict();

/**
 * The list of compatible vehicles: without authentication, without pages.
 * See docs/contributing/smartcar-api.md#compatible-vehicles.
 */
export function compatibilityRoutes(host: FastifyInstance, { settings }: ServiceContext): void {
	installV3Errors(host, settings.clientId);

	host.get('/v3/compatible-vehicles', async (request) => {
		const query = parseInput(listQuery, request.query, null);
		const make = query['filter[make]']?.toLowerCase();
		const powertrain = query['filter[powertrainType]'];
		const region = query['filter[region]'];
		const data = carModels
			.filter((model) => make === undefined || model.make.toLowerCase() === make)
			.filter((model) => powertrain === undefined || model.powertrainType === powertrain)
			.flatMap((model) =>
				model.regions
					.filter((modelRegion) => region === undefined || modelRegion === region)
					.map((modelRegion) => compatibleVehicle(model, modelRegion)),
			);
		return {
			data,
			meta: { page: 1, pageSize: data.length, totalCount: data.length },
			links: { self: '/compatible-vehicles' },
		};
	});
}

function compatibleVehicle(model: CarModel, region: Region): JsonObject {
	const { make, model: name, powertrainType, firstYear, lastYear } = model;
	return {
		id: [make, name, firstYear, lastYear, powertrainType, region].join('-'),
		type: 'vehicle-model-capability',
		attributes: {
			make,
			model: name,
			region,
			powertrainType,
			years: { start: firstYear, end: lastYear },
			capabilities: [
				...[...signalCatalog.values()]
					.filter(({ needs }) => canHave(model, needs))
					.map(signalCapability),
				...commands.filter(({ needs }) => canHave(model, needs)).map(commandCapability),
			],
		},
	};
}

function canHave(
	{ electricRangeKm, tankLiters }: CarModel,
	needs: SignalDefinition['needs'],
): boolean {
	if (needs === null) return true;
	return needs === 'battery' ? electricRangeKm > 0 : tankLiters > 0;
}

function signalCapability({ code, name, group, permission }: SignalDefinition): JsonObject {
	const displayName = name.replace(/([a-z])([A-Z])/g, '$1 $2');
	return { type: 'signal', name: displayName, group, code: name, capability: code, permission };
}

/** The documentation has no codes for commands, so the code is the type that executions have. */
function commandCapability({ commandType, permission }: Command): JsonObject {
	const words = commandType.replaceAll('-', ' ');
	const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
	return {
		type: 'command',
		name,
		group: '',
		code: commandType,
		capability: commandType,
		permission,
	};
}
