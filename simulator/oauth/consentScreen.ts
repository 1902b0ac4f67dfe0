import type { Fleet } from '../fleet/fleet';
import type { User, Vehicle, VehicleMode } from '../fleet/types';
import type { GrantedAccess } from './grants';

/** What an owner grants on the consent screen of Smartcar Connect. */
interface Consent {
	/** Default: the first user who has a vehicle in the requested mode. */
	user?: User;
	/** Default: all of the user's vehicles in that mode; with `single_select` only the first. */
	vehicles?: Vehicle[];
	/** Default: every requested permission. */
	scopes?: string[];
}

/** What the application asks an owner for. */
interface ConsentRequest {
	mode: VehicleMode;
	scopes: string[];
	isSingleSelect: boolean;
}

/** The error parameters of the redirect when nothing was granted. */
export interface ConsentError {
	error: 'access_denied' | 'no_vehicles';
	error_description: string;
}

const ACCESS_DENIED: ConsentError = {
	error: 'access_denied',
	error_description: 'User denied access to the requested scope of permissions.',
};
const NO_VEHICLES: ConsentError = {
	error: 'no_vehicles',
	error_description: 'No vehicles were found in the account.',
};

/**
 * The consent screen of Smartcar Connect, without a page: it decides at once for the owner. By
 * default it grants everything; a test can plan other decisions. See
 * docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
export class ConsentScreen {
	private planned: Array<Consent | 'deny'> = [];

	constructor(private readonly fleet: Fleet) {}

	/** Denies the next `times` requests. */
	denyNext(times = 1): void {
		for (let count = 0; count < times; count++) this.planned.push('deny');
	}

	/** Grants this for the next request. */
	grantNext(consent: Consent): void {
		this.planned.push(consent);
	}

	/** Decides on the permissions of a link to Smartcar Connect. */
	decideOnLink(permissions: string[]): string[] | ConsentError {
		const planned = this.planned.shift() ?? {};
		return planned === 'deny' ? ACCESS_DENIED : (planned.scopes ?? permissions);
	}

	/** Decides on one request. */
	decide({ mode, scopes, isSingleSelect }: ConsentRequest): GrantedAccess | ConsentError {
		const planned = this.planned.shift() ?? {};
		if (planned === 'deny') return ACCESS_DENIED;
		const connectionsInMode = this.fleet.connections.filter(
			({ vehicleId }) => this.fleet.vehicle(vehicleId)?.mode === mode,
		);
		const userId = planned.user?.id ?? connectionsInMode[0]?.userId;
		const ownVehicleIds = connectionsInMode
			.filter((connection) => connection.userId === userId)
			.map(({ vehicleId }) => vehicleId);
		const vehicleIds =
			planned.vehicles?.map(({ id }) => id) ??
			(isSingleSelect ? ownVehicleIds.slice(0, 1) : ownVehicleIds);
		if (userId === undefined || vehicleIds.length === 0) return NO_VEHICLES;
		return { userId, vehicleIds, scopes: planned.scopes ?? scopes };
	}
}
