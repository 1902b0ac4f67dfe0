import { randomBytes, randomUUID } from 'node:crypto';
import { OAuthError } from './oauthError';
import { type GrantedAccess, type Tokens, VEHICLE_TOKEN_LIFETIME_MS } from './tokens';

/** Response of the token endpoint. */
interface TokenPair {
	access_token: string;
	token_type: 'Bearer';
	/** Seconds. */
	expires_in: number;
	refresh_token: string;
}

interface AuthorizationCode {
	access: GrantedAccess;
	redirectUri: string;
	expiresAt: number;
}

interface RefreshToken {
	access: GrantedAccess;
	expiresAt: number;
}

const CODE_LIFETIME_MS = 10 * 60_000;
const REFRESH_TOKEN_LIFETIME_MS = 60 * 24 * 3_600_000;
/** The documentation gives two lifetimes for a used refresh token; this is the shorter one. */
const USED_REFRESH_TOKEN_LIFETIME_MS = 60_000;

/**
 * OAuth2 grants of vehicle owners: authorization codes and refresh tokens.
 * See docs/contributing/smartcar-api.md#vehicle-oauth2.
 */
export class Grants {
	private readonly codes = new Map<string, AuthorizationCode>();
	private readonly refreshTokens = new Map<string, RefreshToken>();

	constructor(
		private readonly tokens: Tokens,
		private readonly timeScale: number,
	) {}

	/** Returns a new authorization code. It can be exchanged once, within ten minutes. */
	authorize(access: GrantedAccess, redirectUri: string): string {
		const code = randomUUID();
		this.codes.set(code, { access, redirectUri, expiresAt: Date.now() + CODE_LIFETIME_MS });
		return code;
	}

	/**
	 * Exchanges an authorization code for tokens.
	 * @throws OAuthError 400 invalid_grant for a code that is unknown, used, expired, or of another
	 * redirect URI
	 */
	exchange(code: string, redirectUri: string): TokenPair {
		const stored = this.codes.get(code);
		this.codes.delete(code);
		if (
			stored === undefined ||
			stored.expiresAt <= Date.now() ||
			stored.redirectUri !== redirectUri
		) {
			throw new OAuthError(400, 'invalid_grant', 'Invalid or expired authorization code.');
		}
		return this.issue(stored.access);
	}

	/**
	 * Exchanges a refresh token for new tokens. The used one expires a minute (scaled) after its
	 * first use.
	 * @throws OAuthError 400 invalid_grant for a refresh token that is unknown or expired
	 */
	refresh(refreshToken: string): TokenPair {
		const stored = this.refreshTokens.get(refreshToken);
		if (stored === undefined || stored.expiresAt <= Date.now()) {
			throw new OAuthError(400, 'invalid_grant', 'Invalid or expired refresh token.');
		}
		const expiresAfterUse = Date.now() + USED_REFRESH_TOKEN_LIFETIME_MS * this.timeScale;
		stored.expiresAt = Math.min(stored.expiresAt, expiresAfterUse);
		return this.issue(stored.access);
	}

	/** Revokes all refresh tokens, as when every owner revokes access. */
	revokeAll(): void {
		this.refreshTokens.clear();
	}

	private issue(access: GrantedAccess): TokenPair {
		const refreshToken = `refresh-${randomBytes(16).toString('hex')}`;
		this.refreshTokens.set(refreshToken, {
			access,
			expiresAt: Date.now() + REFRESH_TOKEN_LIFETIME_MS,
		});
		return {
			access_token: this.tokens.issueForOwner(access),
			token_type: 'Bearer',
			expires_in: VEHICLE_TOKEN_LIFETIME_MS / 1000,
			refresh_token: refreshToken,
		};
	}
}
