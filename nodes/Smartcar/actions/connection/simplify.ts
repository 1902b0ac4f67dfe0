import type { IDataObject } from 'n8n-workflow';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import type { Connection } from './schema';

/** A connection as a flat object. Missing values are null. */
export function simplifyConnection({
	id,
	attributes,
	relationships,
	meta,
}: Connection): IDataObject {
	return {
		...simplifyVehicleSummary(attributes?.vehicle),
		permissionCount: attributes?.permissions?.length ?? null,
		createdAt: meta?.createdAt ?? null,
		updatedAt: meta?.updatedAt ?? null,
		externalUserId: attributes?.user?.externalId ?? null,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user?.data?.id ?? attributes?.user?.id ?? null,
		id,
	};
}
