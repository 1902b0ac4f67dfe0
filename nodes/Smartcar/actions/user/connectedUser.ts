import type { IDataObject } from 'n8n-workflow';
import { groupConnections, type ListedConnection, vehicleIdOf } from '../shared/connectedVehicles';

/** A user with the vehicles of their connections. Missing values are null. */
export function toUser(id: string, connections: ListedConnection[]): IDataObject {
	const externalIds = connections.flatMap(
		({ connection: { attributes } }) => attributes?.user?.externalId ?? [],
	);
	const vehicles = [...groupConnections(connections, vehicleIdOf)].map(([vehicleId, [first]]) => {
		const { make, model, year, mode } = first?.connection.attributes?.vehicle ?? {};
		return {
			make: make ?? null,
			model: model ?? null,
			year: year ?? null,
			mode: mode ?? null,
			id: vehicleId,
		};
	});
	return { externalUserId: externalIds[0] ?? null, vehicles, id };
}
