import type { IDataObject } from 'n8n-workflow';
import { groupConnections, type ListedConnection, vehicleIdOf } from '../shared/connections';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';

/** A user with the vehicles of their connections. Missing values are null. */
export function toUser(id: string, connections: ListedConnection[]): IDataObject {
	const externalIds = connections.flatMap(
		({ connection: { attributes } }) => attributes?.user?.externalId ?? [],
	);
	const vehicles = [...groupConnections(connections, vehicleIdOf)].map(([vehicleId, [first]]) => {
		const summary = first?.connection.attributes?.vehicle;
		return { ...simplifyVehicleSummary(summary), id: vehicleId };
	});
	return { externalUserId: externalIds[0] ?? null, vehicles, id };
}
