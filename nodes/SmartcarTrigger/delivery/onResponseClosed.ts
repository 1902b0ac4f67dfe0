/** What is needed of the response that n8n gives to `webhook()`. */
interface ClosableResponse {
	readonly closed: boolean;
	readonly statusCode: number;
	readonly writableFinished: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Calls back once, when the response is closed. `acknowledged` is true for a complete 2xx response,
 * after which Smartcar does not send the event again. It is false for any other status and for a
 * connection that broke before. If the response is closed already, the callback runs at once.
 * See docs/contributing/n8n-facts.md#closed-response.
 */
export function onResponseClosed(
	response: ClosableResponse,
	callback: (acknowledged: boolean) => void,
): void {
	const notify = () =>
		callback(response.writableFinished && response.statusCode >= 200 && response.statusCode < 300);
	if (response.closed) notify();
	else response.once('close', notify);
}
