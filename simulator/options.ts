export interface SimulatorOptions {
	/** Port on 127.0.0.1. Default 0: any free port. */
	port?: number;
	/** For the token exchange. Smartcar Connect rejects a client ID that begins with `client_`. */
	clientId: string;
	clientSecret: string;
	/** The client ID for OAuth2, a UUID. Default: a fixed one. */
	oAuth2ClientId?: string;
	/** The application ID in links to Smartcar Connect, a UUID. Default: a fixed one. */
	applicationId?: string;
	/** Key of signatures and of VERIFY challenges, and password of the v2.0 management API. */
	applicationManagementToken: string;
	/**
	 * Factor for the waits of the service. Default 1, real time; 0.001 makes them 1000 times shorter.
	 * It applies to the waits before a delivery is retried and before a requested subscription
	 * exists, to slow commands, to the minute in which a used refresh token still works, and to the
	 * refill of the request bucket.
	 */
	timeScale?: number;
	/** Delay of every response, ms. Default 0. */
	latencyMs?: number;
	/** Number of vehicles. Default 5. */
	vehicles?: number;
	/**
	 * Seed of the random vehicles and users, of their IDs and those of webhooks and subscriptions,
	 * and of how vehicles change with time. Default 1. IDs of events and tokens do not depend on it.
	 */
	seed?: number;
	/** Timeout of a delivery, ms. Default 15 s, scaled, but at least 5 s. */
	deliveryTimeoutMs?: number;
	/**
	 * Enforce the rate limit of the application: a bucket of 120 requests, refilled by 2 a minute.
	 * Default false, because a load test would only measure this limit. `timeScale` changes the
	 * refill, not the size: 0.001 allows 33 requests a second. While the bucket is empty, the
	 * response is 429 without `retry-after`. Rejected requests do not count.
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
