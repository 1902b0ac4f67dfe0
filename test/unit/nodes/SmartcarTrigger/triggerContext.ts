import { EventEmitter } from 'node:events';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

type Context = IWebhookFunctions & IExecuteFunctions;

const log = () => undefined;

/**
 * What n8n gives `webhook()` and `execute()`, as far as the tests need it.
 * @param changes what to add or replace
 */
export const triggerContext = (changes: Partial<Record<keyof Context, unknown>> = {}) =>
	({
		getWorkflow: () => ({ id: 'wf' }),
		getNode: () => ({ id: 'trigger' }),
		getMode: () => 'webhook',
		logger: { debug: log, info: log, warn: log, error: log },
		...changes,
	}) as unknown as Context;

/** The part of an HTTP response that the trigger uses. */
export class FakeResponse extends EventEmitter {
	closed = false;

	statusCode = 200;

	writableEnded = false;

	writableFinished = false;

	/** Sends the response, unless the sender has hung up. */
	end(): void {
		this.writableEnded = true;
		this.writableFinished = !this.closed;
		this.close();
	}

	/** The sender hangs up, or has received the response. */
	close(): void {
		if (this.closed) return;
		this.closed = true;
		this.emit('close');
	}
}
