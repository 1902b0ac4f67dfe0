import type { Fleet } from '../fleet/fleet';
import type { User, Vehicle, VehicleMode } from '../fleet/types';
import type { Access } from './grants';

/** What an owner decides in Connect. */
export interface Consent {
	/** Default: the first user who has a car in the mode asked for. */
	user?: User;
	/** Default: all of the user's cars in that mode; with `single_select` the first. */
	vehicles?: Vehicle[];
	/** Default: everything asked for. */
	scopes?: string[];
}

/** What Connect was asked for. */
export interface ConsentRequest {
	mode: VehicleMode;
	scopes: string[];
	isSingleSelect: boolean;
}

/** What a caller is told of a refusal, as parameters of the redirect. */
export interface Refusal {
	error: 'access_denied' | 'no_vehicles';
	error_description: string;
}

const DENIED: Refusal = {
	error: 'access_denied',
	error_description: 'User denied access to the requested scope of permissions.',
};
const NO_VEHICLES: Refusal = {
	error: 'no_vehicles',
	error_description: 'No vehicles were found in the account.',
};

/** The owners behind Connect: each grants everything at once, unless told otherwise. */
export class Consents {
	private planned: Array<Consent | 'deny'> = [];

	constructor(private readonly fleet: Fleet) {}

	/** The next owners refuse. */
	deny(times = 1): void {
		for (let count = 0; count < times; count++) this.planned.push('deny');
	}

	/** The next owner decides so. */
	grant(consent: Consent): void {
		this.planned.push(consent);
	}

	/** What the next owner says to a request. */
	decide({ mode, scopes, isSingleSelect }: ConsentRequest): Access | Refusal {
		const planned = this.planned.shift() ?? {};
		if (planned === 'deny') return DENIED;
		const ofMode = this.fleet.connections.filter(
			({ vehicleId }) => this.fleet.vehicle(vehicleId)?.mode === mode,
		);
		const userId = planned.user?.id ?? ofMode[0]?.userId;
		const own = ofMode
			.filter((connection) => connection.userId === userId)
			.map(({ vehicleId }) => vehicleId);
		const vehicleIds =
			planned.vehicles?.map(({ id }) => id) ?? (isSingleSelect ? own.slice(0, 1) : own);
		if (userId === undefined || vehicleIds.length === 0) return NO_VEHICLES;
		return { userId, vehicleIds, scopes: planned.scopes ?? scopes };
	}
}
