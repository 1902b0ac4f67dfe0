export interface SimulatorOptions {
	/** Port on 127.0.0.1; 0 (default) takes any free one. */
	port?: number;
	clientId: string;
	clientSecret: string;
	/** Key of VERIFY answers and delivery signatures, password of the legacy management API. */
	applicationManagementToken: string;
	/** Lifetime of a token from the token exchange, ms. Default one hour. */
	tokenLifetimeMs?: number;
	/** Lifetime of the access tokens that owners grant (OAuth2), ms. Default two hours. */
	vehicleTokenLifetimeMs?: number;
	/**
	 * 1 = real time. 0.001 makes 1000 times shorter: waits before redeliveries and for new subscriptions, slow commands,
	 * the minute in which a used refresh token still works, the refill of the request bucket.
	 */
	timeScale?: number;
	/** Added to each API answer, ms. */
	latencyMs?: number;
	/** Size of the fleet, default 5. */
	vehicles?: number;
	/** Fleet, users, connections, webhooks and subscriptions are a pure function of it. Default 1. */
	seed?: number;
	/** How long a callback may take to answer, ms. Default 15 s scaled, but never below 5 s. */
	deliveryTimeoutMs?: number;
	/**
	 * Enforce the application's request bucket of 120, refilled by 2 a minute (service: limits). Off by default,
	 * as a load test would only meet the bucket. `timeScale` scales the refill, not the size: 0.001 gives 33 requests a
	 * second, so 1000 requests take about half a minute. An empty bucket answers 429 with `retry-after`: the scaled
	 * time until the next request in whole seconds, so at least 1. Refused requests take nothing out of the bucket.
	 */
	enforceApplicationLimit?: boolean;
}

export type Settings = Required<SimulatorOptions>;

const DELIVERY_TIMEOUT_MS = 15_000;
const SHORTEST_DELIVERY_TIMEOUT_MS = 5_000;

/** Options with their defaults. */
export function settingsOf(options: SimulatorOptions): Settings {
	const { clientId, clientSecret, applicationManagementToken, timeScale = 1 } = options;
	const deliveryTimeoutMs = Math.max(DELIVERY_TIMEOUT_MS * timeScale, SHORTEST_DELIVERY_TIMEOUT_MS);
	return {
		clientId,
		clientSecret,
		applicationManagementToken,
		timeScale,
		port: options.port ?? 0,
		tokenLifetimeMs: options.tokenLifetimeMs ?? 3_600_000,
		vehicleTokenLifetimeMs: options.vehicleTokenLifetimeMs ?? 7_200_000,
		latencyMs: options.latencyMs ?? 0,
		vehicles: options.vehicles ?? 5,
		seed: options.seed ?? 1,
		deliveryTimeoutMs: options.deliveryTimeoutMs ?? deliveryTimeoutMs,
		enforceApplicationLimit: options.enforceApplicationLimit ?? false,
	};
}
