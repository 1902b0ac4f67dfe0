import { Agent, request } from 'undici';

export interface HttpResponse {
	/** null if there was no response. */
	status: number | null;
	body: string;
	/** Why there was no response. */
	error: string;
}

const TIMEOUT_MS = 60_000;

/** Posts any bytes to n8n, over at most `connections` connections. */
export class HttpClient {
	private readonly agent: Agent;

	constructor(connections: number) {
		this.agent = new Agent({
			connections,
			connect: { timeout: TIMEOUT_MS },
			headersTimeout: TIMEOUT_MS,
			bodyTimeout: TIMEOUT_MS,
		});
	}

	/** Never rejects. */
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
