import { Agent, request } from 'undici';

export interface HttpResponse {
	/** Null if there was no response. */
	status: number | null;
	body: string;
	/** Why there was no response. Empty if there was one. */
	error: string;
}

const TIMEOUT_MS = 60_000;

/** Sends POST requests with any body to n8n. */
export class HttpClient {
	private readonly agent: Agent;

	/**
	 * @param connections the highest number of connections at the same time
	 * @param timeoutMs how long it waits for a response
	 */
	constructor(connections: number, timeoutMs = TIMEOUT_MS) {
		this.agent = new Agent({
			connections,
			connect: { timeout: timeoutMs },
			headersTimeout: timeoutMs,
			bodyTimeout: timeoutMs,
		});
	}

	/** Never rejects: without a response, `status` is null. */
	async post(
		url: string,
		body: Buffer | string,
		headers: Record<string, string>,
	): Promise<HttpResponse> {
		try {
			const response = await request(url, {
				dispatcher: this.agent,
				method: 'POST',
				headers,
				body,
			});
			return { status: response.statusCode, body: await response.body.text(), error: '' };
		} catch (error) {
			return { status: null, body: '', error: String(error) };
		}
	}

	async close(): Promise<void> {
		await this.agent.destroy();
	}
}
