import { request } from 'undici';

const TIMEOUT_MS = 5_000;

/**
 * Whether the n8n behind a webhook URL is ready. While n8n starts it responds to requests with 200
 * for a moment, and loses them. So a proxy has to check this before it forwards events. See
 * docs/contributing/n8n-facts.md#while-n8n-starts.
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
