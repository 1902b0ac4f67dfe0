import { setMaxListeners } from 'node:events';
import { Agent, request } from 'undici';

/** The User-Agent of every delivery. */
export const USER_AGENT = 'Smartcar/1.0';

/**
 * Deliveries that may be sent at once. Bursts must not queue: the timeout of a request starts when
 * it is sent.
 */
const MAX_CONNECTIONS = 256;

/** How a callback responded to one request. */
export interface CallbackResponse {
	/** Null without a response: after a timeout, or when the connection is refused or closed. */
	status: number | null;
	body: string;
	contentType: string;
	/** Why there was no response. */
	error: string | null;
}

/**
 * Sends POST requests to callbacks as the service does: it follows no redirects, has a timeout, and
 * keeps connections open. See docs/contributing/smartcar-api.md#deliveries.
 */
export class CallbackSender {
	private readonly agent: Agent;
	private readonly closing = new AbortController();

	constructor(private readonly timeoutMs: number) {
		// Every request that is being sent, and every wait for a retry, listens to this signal.
		setMaxListeners(0, this.closing.signal);
		this.agent = new Agent({ connections: MAX_CONNECTIONS, connect: { timeout: timeoutMs } });
	}

	/** Aborted when the sender is closed. */
	get closed(): AbortSignal {
		return this.closing.signal;
	}

	/** Sends one request. Never rejects. With `signature` null there is no SC-Signature header. */
	async post(
		url: string,
		body: string | Buffer,
		signature: string | null,
		contentType = 'application/json',
	): Promise<CallbackResponse> {
		try {
			const response = await request(url, {
				dispatcher: this.agent,
				method: 'POST',
				headers: {
					'content-type': contentType,
					'user-agent': USER_AGENT,
					...(signature === null ? {} : { 'SC-Signature': signature }),
				},
				body,
				headersTimeout: this.timeoutMs,
				bodyTimeout: this.timeoutMs,
				signal: this.closing.signal,
			});
			const responseType = response.headers['content-type'];
			return {
				status: response.statusCode,
				body: await response.body.text(),
				contentType: typeof responseType === 'string' ? responseType : '',
				error: null,
			};
		} catch (error) {
			return { status: null, body: '', contentType: '', error: errorText(error) };
		}
	}

	/** Aborts the requests that are being sent. */
	async close(): Promise<void> {
		this.closing.abort();
		await this.agent.destroy();
	}
}

function errorText(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
	return `${code}${error.message}`;
}
