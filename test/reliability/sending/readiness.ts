import { request } from 'undici';

const TIMEOUT_MS = 5_000;

/**
 * Whether the n8n behind a webhook URL is ready: what a proxy in front of it has to ask. While n8n starts it answers
 * whatever comes with 200 for a moment (docs/n8n-facts.md), and nothing but a proxy can keep events from that.
 */
export async function isReady(webhookUrl: string): Promise<boolean> {
	const options = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
	try {
		const { statusCode, body } = await request(new URL('/healthz/readiness', webhookUrl), options);
		await body.dump();
		return statusCode === 200;
	} catch {
		return false;
	}
}
