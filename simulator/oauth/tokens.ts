import { randomUUID } from 'node:crypto';
import { ApiError, forbiddenError } from '../errors/apiError';

export const APPLICATION_TOKEN_LIFETIME_MS = 3_600_000;
/** Lifetime of the access tokens that vehicle owners grant with OAuth2. */
export const VEHICLE_TOKEN_LIFETIME_MS = 2 * 3_600_000;

/** What an owner granted: these permissions for these vehicles. */
export interface GrantedAccess {
	userId: string;
	vehicleIds: string[];
	scopes: string[];
}

/** Whom an access token stands for: the application, or a user with some of the vehicles. */
type Caller = { kind: 'application' } | ({ kind: 'vehicle' } & GrantedAccess);

interface AccessToken {
	caller: Caller;
	expiresAt: number;
}

/** Access tokens of the application and per-vehicle tokens. They are opaque and expire. */
export class Tokens {
	/** Number of application tokens issued so far. */
	issuedForApplication = 0;
	private readonly accessTokens = new Map<string, AccessToken>();

	/** Issues a new application token, as the token exchange does. */
	issueForApplication(): string {
		this.issuedForApplication++;
		return this.store(
			`app-${randomUUID()}`,
			{ kind: 'application' },
			APPLICATION_TOKEN_LIFETIME_MS,
		);
	}

	/** Issues a new per-vehicle token for what an owner granted. */
	issueForOwner(access: GrantedAccess): string {
		const caller = { kind: 'vehicle', ...access } as const;
		return this.store(`vehicle-${randomUUID()}`, caller, VEHICLE_TOKEN_LIFETIME_MS);
	}

	/** Makes every access token invalid. */
	expireAll(): void {
		this.accessTokens.clear();
	}

	/**
	 * Returns the caller of an Authorization header.
	 * @throws ApiError 401 AUTHENTICATION when the token is missing, malformed, unknown or
	 * expired
	 */
	authenticate(authorization: string | undefined): Caller {
		const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
		const stored = token === undefined ? undefined : this.accessTokens.get(token);
		if (stored === undefined || stored.expiresAt <= Date.now())
			throw new ApiError('AUTHENTICATION', null);
		return stored.caller;
	}

	/**
	 * Requires an application token, as the v3 hosts do. See
	 * docs/contributing/smartcar-api.md#application-token.
	 * @throws ApiError 401 like `authenticate`, 403 AUTHENTICATION/FORBIDDEN for a per-vehicle token
	 */
	requireApplicationToken(authorization: string | undefined): void {
		if (this.authenticate(authorization).kind === 'application') return;
		throw forbiddenError('This token gives no access to the requested resource.');
	}

	private store(token: string, caller: Caller, lifetimeMs: number): string {
		this.accessTokens.set(token, { caller, expiresAt: Date.now() + lifetimeMs });
		return token;
	}
}
