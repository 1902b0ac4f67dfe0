import type { IDataObject } from 'n8n-workflow';
import { userIdOf, vehicleIdOf } from '../shared/connections';
import type { Connection } from '../shared/connectionSchema';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';

/** A connection as a flat object. Missing values are null. */
export function simplifyConnection(connection: Connection): IDataObject {
	const { id, attributes, meta } = connection;
	return {
		...simplifyVehicleSummary(attributes?.vehicle),
		permissionCount: attributes?.permissions?.length ?? null,
		createdAt: meta?.createdAt ?? null,
		updatedAt: meta?.updatedAt ?? null,
		externalUserId: attributes?.user?.externalId ?? null,
		vehicleId: vehicleIdOf(connection),
		userId: userIdOf(connection) ?? null,
		id,
	};
}
