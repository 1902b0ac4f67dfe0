import { randomBytes, randomUUID } from 'node:crypto';
import type { Tokens } from './tokens';
import { OAuthError } from './oauthError';

/** What an owner granted. */
export interface Access {
	userId: string;
	vehicleIds: string[];
	scopes: string[];
}

/** The answer of the token endpoint (service: per-vehicle OAuth2). */
export interface TokenPair {
	access_token: string;
	token_type: 'Bearer';
	/** Seconds. */
	expires_in: number;
	refresh_token: string;
}

interface Code {
	access: Access;
	redirectUri: string;
	expiresAt: number;
}

interface RefreshToken {
	access: Access;
	expiresAt: number;
}

const CODE_LIFETIME_MS = 10 * 60_000;
const REFRESH_LIFETIME_MS = 60 * 24 * 3_600_000;
/** The shorter of the two documented times (service: per-vehicle OAuth2). */
const USED_REFRESH_LIFETIME_MS = 60_000;

/** Authorization codes and refresh tokens of what owners granted. */
export class Grants {
	private readonly codes = new Map<string, Code>();
	private readonly refreshTokens = new Map<string, RefreshToken>();

	constructor(
		private readonly tokens: Tokens,
		private readonly lifetimeMs: number,
		private readonly timeScale: number,
	) {}

	/** A code for an access, good for one exchange within ten minutes. */
	authorize(access: Access, redirectUri: string): string {
		const code = randomUUID();
		this.codes.set(code, { access, redirectUri, expiresAt: Date.now() + CODE_LIFETIME_MS });
		return code;
	}

	/**
	 * Exchanges a code.
	 * @throws OAuthError 400 invalid_grant for a code that is unknown, used, expired or of another redirect
	 */
	exchange(code: string, redirectUri: string): TokenPair {
		const known = this.codes.get(code);
		this.codes.delete(code);
		if (known === undefined || known.expiresAt <= Date.now() || known.redirectUri !== redirectUri) {
			throw new OAuthError(400, 'invalid_grant', 'Invalid or expired authorization code.');
		}
		return this.issue(known.access);
	}

	/**
	 * Exchanges a refresh token for a new pair. The used one dies a minute (scaled) after its first use.
	 * @throws OAuthError 400 invalid_grant
	 */
	refresh(refreshToken: string): TokenPair {
		const known = this.refreshTokens.get(refreshToken);
		if (known === undefined || known.expiresAt <= Date.now()) {
			throw new OAuthError(400, 'invalid_grant', 'Invalid or expired refresh token.');
		}
		const diesAt = Date.now() + USED_REFRESH_LIFETIME_MS * this.timeScale;
		known.expiresAt = Math.min(known.expiresAt, diesAt);
		return this.issue(known.access);
	}

	/** Ends all refresh tokens at once, as when owners revoke access. */
	revokeAll(): void {
		this.refreshTokens.clear();
	}

	private issue(access: Access): TokenPair {
		const refreshToken = `refresh-${randomBytes(16).toString('hex')}`;
		this.refreshTokens.set(refreshToken, { access, expiresAt: Date.now() + REFRESH_LIFETIME_MS });
		return {
			access_token: this.tokens.issueForOwner(access, this.lifetimeMs),
			token_type: 'Bearer',
			expires_in: Math.floor(this.lifetimeMs / 1000),
			refresh_token: refreshToken,
		};
	}
}
