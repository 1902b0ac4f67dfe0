/**
 * Base URLs of the simulated hosts, named like the fields of the credentials.
 * See docs/contributing/smartcar-api.md#hosts.
 */
export interface Hosts {
	/** v2.0 vehicle data, without `/v2.0`. */
	vehicleDataUrl: string;
	/** v3 webhooks and subscriptions, with `/v3`. */
	managementUrl: string;
	/** v3 vehicles, signals, commands, connections and users, with `/v3`. */
	signalsUrl: string;
	/** Compatible vehicles, without `/v3`. */
	compatibilityUrl: string;
	/** URL of the token exchange. */
	tokenUrl: string;
	/** v2.0 connections, with `/v2.0`. */
	legacyManagementUrl: string;
	/** Smartcar Connect, where owners select a battery capacity. */
	connectUrl: string;
	/** OAuth2 authorization URL, on the Connect host. */
	authorizationUrl: string;
	/** OAuth2 token URL for per-vehicle tokens. */
	authTokenUrl: string;
}

/** Path prefix of each host: one server stands for all of them. */
export const pathPrefixes = {
	vehicleData: '/vehicle-data',
	management: '/management/v3',
	vehicle: '/vehicle/v3',
	compatibility: '/compatibility',
	iam: '/iam',
	legacyManagement: '/legacy-management/v2.0',
	connect: '/connect',
	auth: '/auth',
} as const;

/** The URLs of the hosts of a server at `url`. */
export function hostUrls(url: string): Hosts {
	return {
		vehicleDataUrl: `${url}${pathPrefixes.vehicleData}`,
		managementUrl: `${url}${pathPrefixes.management}`,
		signalsUrl: `${url}${pathPrefixes.vehicle}`,
		compatibilityUrl: `${url}${pathPrefixes.compatibility}`,
		tokenUrl: `${url}${pathPrefixes.iam}/oauth2/token`,
		legacyManagementUrl: `${url}${pathPrefixes.legacyManagement}`,
		connectUrl: `${url}${pathPrefixes.connect}`,
		authorizationUrl: `${url}${pathPrefixes.connect}/oauth/authorize`,
		authTokenUrl: `${url}${pathPrefixes.auth}/oauth/token`,
	};
}
