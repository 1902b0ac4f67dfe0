import { randomUUID } from 'node:crypto';
import { startSimulator, type SignedRequest } from '../../simulator/simulator';
import { APPLICATION } from '../../tools/testEnvironment/credentials';
import { newEventsAbout, withVehicleId } from './signedEvents';

/** A signed request as n8n passes it to the trigger. */
export interface Delivery {
	headers: Record<string, string>;
	rawBody: Buffer;
}

const toDelivery = ({ headers, body }: SignedRequest): Delivery => ({
	headers: Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	),
	rawBody: Buffer.from(body),
});

/** Returns a function that creates deliveries. Each has a new event, about the vehicles in turn. */
export async function createDeliveryFactory(
	vehicleIds: readonly string[],
): Promise<() => Delivery> {
	const simulator = await startSimulator({ ...APPLICATION, vehicles: 3 });
	const [template] = newEventsAbout(simulator, ['']);
	await simulator.close();
	let created = 0;
	return () => {
		const vehicleId = vehicleIds[created++ % vehicleIds.length] ?? '';
		const event = withVehicleId({ ...template, eventId: randomUUID() }, vehicleId);
		const [request] = simulator.createSignedRequests([event]);
		if (request === undefined) throw new Error('The simulator signed no request');
		return toDelivery(request);
	};
}
