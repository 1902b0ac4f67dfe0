import type { IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Calls back once, when it is known what the sender was told: true for a complete 2xx answer, false for any other and
 * for a connection that broke before. n8n answers when it has stored (or finished) the execution, so this is the moment
 * at which the fate of an event is decided. At once if the connection is closed already.
 */
export function whenAnswered(response: Response, decide: (acknowledged: boolean) => void): void {
	const answered = () =>
		decide(response.writableFinished && response.statusCode >= 200 && response.statusCode < 300);
	if (response.closed) answered();
	else response.once('close', answered);
}
