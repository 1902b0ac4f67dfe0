import { request } from 'undici';

const TIMEOUT_MS = 5_000;

/**
 * Whether the n8n behind a webhook URL is ready. For a moment of its start n8n responds to every request with 200 and loses it.
 * So a proxy has to check this before it forwards events. See docs/contributing/n8n-facts.md#while-n8n-starts.
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
