import { randomUUID } from 'node:crypto';
import { forbiddenError, ServiceError } from '../errors/serviceError';
import type { Fleet } from '../fleet/fleet';
import type { GrantedAccess } from './grants';

/** The owner of an access token: the application, or a user for some of the vehicles. */
type Caller =
	| { kind: 'application' }
	/** `scopes` is null when the permissions are those of each connection. */
	| {
			kind: 'vehicle';
			vehicleIds: readonly string[];
			userId: string;
			scopes: readonly string[] | null;
	  };

interface AccessToken {
	caller: Caller;
	expiresAt: number;
}

/** Access tokens of the application and per-vehicle tokens. They are opaque and expire. */
export class Tokens {
	/** Number of application tokens issued so far. */
	issuedForApplication = 0;
	private readonly accessTokens = new Map<string, AccessToken>();

	constructor(
		private readonly fleet: Fleet,
		readonly lifetimeMs: number,
	) {}

	/** Issues a new application token, as the token exchange does. */
	issueForApplication(lifetimeMs = this.lifetimeMs): string {
		this.issuedForApplication++;
		return this.store(`app-${randomUUID()}`, { kind: 'application' }, lifetimeMs);
	}

	/** Issues the per-vehicle token of the vehicle's first owner. It is the same text each time. */
	issueForVehicle(vehicleId: string, lifetimeMs = this.lifetimeMs): string {
		const connection = this.fleet.connections.find((entry) => entry.vehicleId === vehicleId);
		if (connection === undefined)
			throw new RangeError(`no user is connected to vehicle ${vehicleId}`);
		const caller: Caller = {
			kind: 'vehicle',
			vehicleIds: [vehicleId],
			userId: connection.userId,
			scopes: null,
		};
		return this.store(`vehicle-${vehicleId}`, caller, lifetimeMs);
	}

	/** Issues a new per-vehicle token for what an owner granted. */
	issueForOwner(access: GrantedAccess, lifetimeMs: number): string {
		return this.store(`vehicle-${randomUUID()}`, { kind: 'vehicle', ...access }, lifetimeMs);
	}

	/** Makes every access token invalid. */
	expireAll(): void {
		this.accessTokens.clear();
	}

	/**
	 * Returns the caller of an Authorization header.
	 * @throws ServiceError 401 AUTHENTICATION when the token is missing, malformed, unknown or
	 * expired
	 */
	authenticate(authorization: string | undefined): Caller {
		const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
		const stored = token === undefined ? undefined : this.accessTokens.get(token);
		if (stored === undefined || stored.expiresAt <= Date.now())
			throw new ServiceError('AUTHENTICATION', null);
		return stored.caller;
	}

	/**
	 * Requires an application token, as the v3 hosts do. See
	 * docs/contributing/smartcar-api.md#application-token.
	 * @throws ServiceError 401 as `authenticate`, or 403 AUTHENTICATION/FORBIDDEN for a per-vehicle
	 * token
	 */
	requireApplication(authorization: string | undefined): void {
		if (this.authenticate(authorization).kind === 'application') return;
		throw forbiddenError('This token gives no access to the requested resource.');
	}

	private store(token: string, caller: Caller, lifetimeMs: number): string {
		this.accessTokens.set(token, { caller, expiresAt: Date.now() + lifetimeMs });
		return token;
	}
}
