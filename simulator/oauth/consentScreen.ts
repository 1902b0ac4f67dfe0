import type { Fleet } from '../fleet/fleet';
import type { VehicleMode } from '../fleet/types';
import type { GrantedAccess } from './tokens';

/** What the application asks an owner for. */
interface ConsentRequest {
	mode: VehicleMode;
	scopes: string[];
	isSingleSelect: boolean;
}

/** The error parameters of the redirect when nothing was granted. */
interface ConsentError {
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
 * The consent screen of Smartcar Connect for OAuth2, without a page: it decides at once for the
 * owner. It grants everything, unless a test denies it. The owner is the first user who has a
 * vehicle in the requested mode. See docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
export class ConsentScreen {
	private isNextDenied = false;

	constructor(private readonly fleet: Fleet) {}

	/** Denies the next OAuth2 authorization. */
	denyNext(): void {
		this.isNextDenied = true;
	}

	/** Decides on one request. */
	decide({ mode, scopes, isSingleSelect }: ConsentRequest): GrantedAccess | ConsentError {
		if (this.isNextDenied) {
			this.isNextDenied = false;
			return ACCESS_DENIED;
		}
		const connectionsInMode = this.fleet.connections.filter(
			({ vehicleId }) => this.fleet.vehicle(vehicleId)?.mode === mode,
		);
		const userId = connectionsInMode[0]?.userId;
		if (userId === undefined) return NO_VEHICLES;
		const vehicleIds = connectionsInMode
			.filter((connection) => connection.userId === userId)
			.map(({ vehicleId }) => vehicleId);
		return { userId, vehicleIds: isSingleSelect ? vehicleIds.slice(0, 1) : vehicleIds, scopes };
	}
}
