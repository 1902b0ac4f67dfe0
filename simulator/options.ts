export interface SimulatorOptions {
	/** Port on 127.0.0.1. Default 0: any free port. */
	port?: number;
	/** For the token exchange. Smartcar Connect rejects it, as it does each ID with `client_`. */
	clientId: string;
	clientSecret: string;
	/** The client ID for OAuth2, a UUID. Default: one that never changes. */
	oAuth2ClientId?: string;
	/** The application ID, a UUID, in links to Smartcar Connect. Default: one that never changes. */
	applicationId?: string;
	/** Key of signatures and of VERIFY challenges, and password of the v2.0 management API. */
	applicationManagementToken: string;
	/**
	 * Factor for the waits of the service; default 1, real time. With 0.001 these are 1000 times
	 * shorter: the waits before a delivery is retried and before a requested subscription exists,
	 * slow commands, the minute in which a used refresh token still works, and the refill of the
	 * request bucket.
	 */
	timeScale?: number;
	/** Delay of every response, ms. Default 0. */
	latencyMs?: number;
	/** Number of vehicles. Default 5. */
	vehicles?: number;
	/**
	 * Seed of everything random: vehicles, users, IDs, and how vehicles change with time. Default 1.
	 */
	seed?: number;
	/** Timeout of a delivery, ms. Default 15 s, scaled, but at least 5 s. */
	deliveryTimeoutMs?: number;
	/**
	 * Enforce the rate limit of the application: a bucket of 120 requests, refilled by 2 a minute.
	 * Default false, because a load test would only measure this limit. `timeScale` changes the
	 * refill, not the size: 0.001 allows 33 requests a second. When it is empty, the response is
	 * 429 without `retry-after`. Rejected requests do not count.
	 * See docs/contributing/smartcar-api.md#rate-limits.
	 */
	enforceApplicationLimit?: boolean;
	/**
	 * Answer every v2.0 request with 410, as after the end of v2.0. Default false. What Smartcar
	 * answers then is not known. See docs/contributing/smartcar-api.md#end-of-v20.
	 */
	version2Ended?: boolean;
}

export type Settings = Required<SimulatorOptions>;

const DEFAULT_OAUTH2_CLIENT_ID = '2d5f7e1c-6a0b-4c39-9e84-d1b7a35c6f20';
const DEFAULT_APPLICATION_ID = '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07';
const DELIVERY_TIMEOUT_MS = 15_000;
const SHORTEST_DELIVERY_TIMEOUT_MS = 5_000;

/** Fills in the defaults. */
export function withDefaults(options: SimulatorOptions): Settings {
	const { clientId, clientSecret, applicationManagementToken, timeScale = 1 } = options;
	const { applicationId = DEFAULT_APPLICATION_ID } = options;
	const deliveryTimeoutMs = Math.max(DELIVERY_TIMEOUT_MS * timeScale, SHORTEST_DELIVERY_TIMEOUT_MS);
	return {
		clientId,
		clientSecret,
		oAuth2ClientId: options.oAuth2ClientId ?? DEFAULT_OAUTH2_CLIENT_ID,
		applicationId,
		applicationManagementToken,
		timeScale,
		port: options.port ?? 0,
		latencyMs: options.latencyMs ?? 0,
		vehicles: options.vehicles ?? 5,
		seed: options.seed ?? 1,
		deliveryTimeoutMs: options.deliveryTimeoutMs ?? deliveryTimeoutMs,
		enforceApplicationLimit: options.enforceApplicationLimit ?? false,
		version2Ended: options.version2Ended ?? false,
	};
}
