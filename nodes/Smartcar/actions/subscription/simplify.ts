import type { IDataObject } from 'n8n-workflow';
import type { Subscription } from '../../schemas/subscription';

/** A subscription as a flat object: what it ties together, then the vehicle. What the answer leaves out is null. */
export function simplifySubscription({ id, attributes, relationships, meta }: Subscription): IDataObject {
	const { make, model, year, mode, powertrainType } = attributes.vehicle;
	return {
		id,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user.data.id,
		webhookId: relationships.webhook.data.id,
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		mode: mode ?? null,
		powertrainType: powertrainType ?? null,
		createdAt: meta?.createdAt ?? null,
	};
}
