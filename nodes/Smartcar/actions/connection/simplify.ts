import type { IDataObject } from 'n8n-workflow';
import type { Connection } from './schema';

/** A connection as a flat object. Missing values are null. */
export function simplifyConnection({
	id,
	attributes,
	relationships,
	meta,
}: Connection): IDataObject {
	const { make, model, year, mode, powertrainType } = attributes?.vehicle ?? {};
	return {
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		mode: mode ?? null,
		powertrainType: powertrainType ?? null,
		permissionCount: attributes?.permissions?.length ?? null,
		createdAt: meta?.createdAt ?? null,
		updatedAt: meta?.updatedAt ?? null,
		externalUserId: attributes?.user?.externalId ?? null,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user?.data.id ?? attributes?.user?.id ?? null,
		id,
	};
}
