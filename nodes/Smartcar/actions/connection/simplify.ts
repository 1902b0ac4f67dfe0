import type { IDataObject } from 'n8n-workflow';
import type { Connection } from './schema';

/** A connection as a flat object. Missing values are null. */
export function simplifyConnection({
	id,
	attributes,
	relationships,
	meta,
}: Connection): IDataObject {
	const { make, model, year, mode } = attributes?.vehicle ?? {};
	return {
		id,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user?.data.id ?? attributes?.user?.id ?? null,
		externalUserId: attributes?.user?.externalId ?? null,
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		mode: mode ?? null,
		permissions: attributes?.permissions ?? null,
		createdAt: meta?.createdAt ?? null,
	};
}
