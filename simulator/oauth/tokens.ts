import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors/serviceError';
import type { Fleet } from '../fleet/fleet';

/** Whom a bearer token stands for. */
export type Caller =
	| { kind: 'application' }
	/** Scopes null: whatever the owner granted the application for each vehicle. */
	| {
			kind: 'vehicle';
			vehicleIds: readonly string[];
			userId: string;
			scopes: readonly string[] | null;
	  };

interface Grant {
	caller: Caller;
	expiresAt: number;
}

/** Access tokens of the application and of single vehicles: opaque, each valid for a time. */
export class Tokens {
	/** Application tokens handed out so far. */
	issued = 0;
	private readonly grants = new Map<string, Grant>();

	constructor(
		private readonly fleet: Fleet,
		readonly lifetimeMs: number,
	) {}

	/** A new application token, as the token exchange hands out. */
	issue(lifetimeMs = this.lifetimeMs): string {
		this.issued++;
		return this.grant(`app-${randomUUID()}`, { kind: 'application' }, lifetimeMs);
	}

	/** The per-vehicle token of the vehicle's first owner: the same text for a vehicle each time it is issued. */
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
		return this.grant(`vehicle-${vehicleId}`, caller, lifetimeMs);
	}

	/** A new per-vehicle token for what an owner granted. */
	issueForOwner(
		access: { vehicleIds: string[]; userId: string; scopes: string[] },
		lifetimeMs: number,
	): string {
		return this.grant(`vehicle-${randomUUID()}`, { kind: 'vehicle', ...access }, lifetimeMs);
	}

	/** Ends every access token at once. */
	expireAll(): void {
		this.grants.clear();
	}

	/**
	 * Whom an Authorization header stands for.
	 * @throws ServiceError 401 AUTHENTICATION when it is missing, malformed, unknown or expired
	 */
	caller(authorization: string | undefined): Caller {
		const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
		const grant = token === undefined ? undefined : this.grants.get(token);
		if (grant === undefined || grant.expiresAt <= Date.now())
			throw new ServiceError('AUTHENTICATION', null);
		return grant.caller;
	}

	/**
	 * Demands an application token (v3 hosts; service: authentication).
	 * @throws ServiceError 401, or 403 AUTHENTICATION/FORBIDDEN for a per-vehicle token
	 */
	requireApplication(authorization: string | undefined): void {
		if (this.caller(authorization).kind === 'application') return;
		throw new ServiceError('AUTHENTICATION', 'FORBIDDEN', {
			status: 403,
			description: 'This token gives no access to the requested resource.',
		});
	}

	private grant(token: string, caller: Caller, lifetimeMs: number): string {
		this.grants.set(token, { caller, expiresAt: Date.now() + lifetimeMs });
		return token;
	}
}
