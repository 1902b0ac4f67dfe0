import { Agent, request } from 'undici';

export interface HttpAnswer {
	/** null when there was none. */
	status: number | null;
	body: string;
	/** Why there was no answer. */
	error: string;
}

/** Posts anything to n8n, as fast as it answers, over at most `connections` connections. */
export class HttpClient {
	private readonly agent: Agent;

	constructor(
		connections: number,
		private readonly timeoutMs: number,
	) {
		this.agent = new Agent({ connections, connect: { timeout: timeoutMs } });
	}

	/** Never rejects. */
	async post(
		url: string,
		body: Buffer | string,
		headers: Record<string, string>,
	): Promise<HttpAnswer> {
		const { agent: dispatcher, timeoutMs } = this;
		const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
		try {
			const response = await request(url, { dispatcher, method: 'POST', headers, body, ...limits });
			return { status: response.statusCode, body: await response.body.text(), error: '' };
		} catch (error) {
			return { status: null, body: '', error: String(error) };
		}
	}

	async close(): Promise<void> {
		await this.agent.destroy();
	}
}
