/** Names and addresses that mean something inside a network only. Without a dot: a machine, or a container. */
const PRIVATE_HOSTS = [
	/^[^.:]+$/,
	/\.(local|localhost|internal|intranet|lan|home|home\.arpa|test)$/,
	/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
	/^\[(::1?|f[cd].*|fe80.*)\]$/,
];

/**
 * Whether Smartcar can deliver to an address: it calls public HTTPS addresses only (service: 5.1 Transport). Judged by
 * how the address is written; nothing is looked up.
 */
export function isReachable(address: string): boolean {
	const { protocol, hostname } = new URL(address);
	return protocol === 'https:' && !PRIVATE_HOSTS.some((pattern) => pattern.test(hostname));
}
