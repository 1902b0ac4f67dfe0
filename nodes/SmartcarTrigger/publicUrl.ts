/** Hosts that exist only inside a network. A name without a dot is a machine or a container. */
const PRIVATE_HOSTS = [
	/^[^.:]+$/,
	/\.(local|localhost|internal|intranet|lan|home|home\.arpa|test)$/,
	/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
	/^\[(::|f[cd]|fe[89ab])/,
];

/**
 * Whether Smartcar can deliver to a URL: it calls public HTTPS URLs only. Looks at the text of the
 * URL, and makes no DNS request. See docs/contributing/smartcar-api.md#deliveries.
 */
export function isPublicUrl(url: string): boolean {
	// n8n makes such a URL of an N8N_WEBHOOK_URL without https://.
	if (!URL.canParse(url)) return false;
	const { protocol, hostname } = new URL(url);
	// The dot at the end of a fully qualified name.
	const host = hostname.replace(/\.$/, '');
	return protocol === 'https:' && !PRIVATE_HOSTS.some((pattern) => pattern.test(host));
}
