import { setMaxListeners } from 'node:events';
import { Agent, request } from 'undici';

const USER_AGENT = 'Smartcar/1.0';

/** How a callback answered one request. */
export interface CallbackAnswer {
	/** null when there was no answer: timeout, refused or broken connection. */
	status: number | null;
	body: string;
	contentType: string;
	/** Why there was no answer. */
	error: string | null;
}

/** Posts to callbacks as the service does (service: transport): no redirects followed, a time limit, keep-alive. */
export class Sender {
	private readonly agent: Agent;
	private readonly closing = new AbortController();

	constructor(private readonly timeoutMs: number) {
		// As many at once as copies and bursts need; the time limit counts from the sending, not from the queue.
		setMaxListeners(0, this.closing.signal);
		this.agent = new Agent({ connections: 256, connect: { timeout: timeoutMs } });
	}

	/** Aborted once the sender is closed. */
	get closed(): AbortSignal {
		return this.closing.signal;
	}

	/** One request; never rejects. `signature` null sends no SC-Signature. */
	async post(
		url: string,
		body: string | Buffer,
		signature: string | null,
		contentType = 'application/json',
	): Promise<CallbackAnswer> {
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
			const answeredType = response.headers['content-type'];
			return {
				status: response.statusCode,
				body: await response.body.text(),
				contentType: typeof answeredType === 'string' ? answeredType : '',
				error: null,
			};
		} catch (error) {
			return { status: null, body: '', contentType: '', error: reasonOf(error) };
		}
	}

	/** Breaks off what is under way. */
	async close(): Promise<void> {
		this.closing.abort();
		await this.agent.destroy();
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
	return `${code}${error.message}`;
}
