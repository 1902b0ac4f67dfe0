import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findNamedChange } from '../eventPage/namedChanges';
import { type Choices, describeOutcome, type Outcome, renderPage } from '../eventPage/renderPage';
import type { Vehicle } from '../fleet/types';
import { vehicleName } from '../fleet/vehicleStatus';
import type { ServiceContext } from '../server/serviceContext';

const choicesSchema = z.object({ vehicle: z.string(), change: z.string() }).partial().catch({});

/**
 * The page on which a person sends events. It is not part of the service. A browser gets HTML, curl
 * gets text.
 */
export function eventPageRoutes(host: FastifyInstance, context: ServiceContext): void {
	const { eventPage } = context;
	host.get('/', async (request, reply) => {
		await eventPage.prepareWebhooks();
		return await sendPage(context, request, reply, {});
	});
	host.post('/', async (request, reply) => {
		const choices = choicesSchema.parse(request.body);
		const outcome = await send(context, choices);
		if ('problem' in outcome) reply.code(400);
		return await sendPage(context, request, reply, choices, outcome);
	});
}

async function send({ eventPage, fleet }: ServiceContext, choices: Choices): Promise<Outcome> {
	const vehicle = findVehicle(fleet.vehicles, choices.vehicle);
	if (vehicle === undefined) return { problem: `There is no car '${choices.vehicle ?? ''}'.` };
	const change = findNamedChange(choices.change ?? '');
	if (change === undefined) return { problem: `There is no change '${choices.change ?? ''}'.` };
	try {
		return { vehicle, change, sent: await eventPage.send(vehicle, change) };
	} catch (error) {
		if (error instanceof RangeError) return { problem: error.message };
		throw error;
	}
}

/** The vehicle with this ID, or else the first one with this in its name. */
function findVehicle(vehicles: readonly Vehicle[], text = ''): Vehicle | undefined {
	const part = text.toLowerCase();
	return (
		vehicles.find(({ id }) => id === text) ??
		vehicles.find((vehicle) => part !== '' && vehicleName(vehicle).toLowerCase().includes(part))
	);
}

async function sendPage(
	{ eventPage, fleet }: ServiceContext,
	request: FastifyRequest,
	reply: FastifyReply,
	choices: Choices,
	outcome?: Outcome,
): Promise<FastifyReply> {
	const acceptsHtml = request.headers.accept?.includes('text/html') === true;
	if (outcome !== undefined && !acceptsHtml) {
		const text = `${describeOutcome(outcome).join('\n')}\n`;
		return await reply.type('text/plain; charset=utf-8').send(text);
	}
	const { vehicles, webhooks } = fleet;
	const { notice } = eventPage;
	const url = `${request.protocol}://${request.host}`;
	return await reply
		.type('text/html; charset=utf-8')
		.send(renderPage({ url, notice, vehicles, webhooks, choices, outcome }));
}
