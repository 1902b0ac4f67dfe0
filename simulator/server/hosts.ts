/** Base URLs that stand for the service's hosts, under the names of the credentials' fields. */
export interface Hosts {
	/** Without `/v2.0`. */
	vehicleDataUrl: string;
	/** With `/v3`. */
	managementUrl: string;
	/** With `/v3`: signals, vehicles, connections, users. */
	signalsUrl: string;
	/** Without `/v3`. */
	compatibilityUrl: string;
	/** The token exchange itself. */
	tokenUrl: string;
	/** With `/v2.0`. */
	legacyManagementUrl: string;
	/** Where owners pick a battery capacity. */
	connectUrl: string;
	/** Where owners grant access to their cars (OAuth2), on the connect host. */
	authorizationUrl: string;
	/** Where what they granted is exchanged for tokens (OAuth2). */
	authTokenUrl: string;
}

/** Path prefix of each host on the one server. */
export const prefixes = {
	vehicleData: '/vehicle-data',
	management: '/management/v3',
	vehicle: '/vehicle/v3',
	compatibility: '/compatibility',
	iam: '/iam',
	legacyManagement: '/legacy-management/v2.0',
	connect: '/connect',
	auth: '/auth',
} as const;

/** The hosts of a server at `url`. */
export function hostsOf(url: string): Hosts {
	return {
		vehicleDataUrl: `${url}${prefixes.vehicleData}`,
		managementUrl: `${url}${prefixes.management}`,
		signalsUrl: `${url}${prefixes.vehicle}`,
		compatibilityUrl: `${url}${prefixes.compatibility}`,
		tokenUrl: `${url}${prefixes.iam}/oauth2/token`,
		legacyManagementUrl: `${url}${prefixes.legacyManagement}`,
		connectUrl: `${url}${prefixes.connect}`,
		authorizationUrl: `${url}${prefixes.connect}/oauth/authorize`,
		authTokenUrl: `${url}${prefixes.auth}/oauth/token`,
	};
}
