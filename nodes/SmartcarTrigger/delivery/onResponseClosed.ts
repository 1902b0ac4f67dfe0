/** What is needed of the response that n8n gives to `webhook()`. */
interface ClosableResponse {
	readonly closed: boolean;
	readonly statusCode: number;
	readonly writableEnded: boolean;
	readonly writableFinished: boolean;
	once(event: 'close', listener: () => void): unknown;
	end(...values: never[]): unknown;
}

/**
 * How a delivery has ended:
 * - `acknowledged`: with a 2xx response. With *When the Workflow Finishes* the sender may have hung
 *   up before. Then Smartcar gets a 2xx response when it sends the event again.
 * - `rejected`: with any other status.
 * - `unknown`: the sender hung up before.
 */
export type DeliveryOutcome = 'acknowledged' | 'rejected' | 'unknown';

/**
 * How long a workflow may take after its sender has hung up, including the wait for a free slot.
 * n8n never ends the response for an execution that somebody stops while it waits for one.
 */
export const MAX_WORKFLOW_MS = 15 * 60 * 1000;

/**
 * Waits until n8n has ended a response whose sender has hung up. Node.js emits no event for that.
 */
async function waitForEnd(response: ClosableResponse): Promise<void> {
	await new Promise<void>((resolve) => {
		const limit = AbortSignal.timeout(MAX_WORKFLOW_MS);
		const finish = () => {
			// Otherwise the signal would keep the event in memory until its time is over.
			limit.removeEventListener('abort', finish);
			resolve();
		};
		limit.addEventListener('abort', finish);
		const { end } = response;
		response.end = (...values) => {
			finish();
			return Reflect.apply(end, response, values);
		};
	});
}

/**
 * Calls back once, when the response is closed. If it is closed already, the callback runs at once.
 *
 * @param endsWithWorkflow whether what counts is how n8n has ended the response, since only that
 * tells whether the workflow has succeeded. If the sender has hung up, the callback waits for it.
 * See docs/contributing/n8n-facts.md#closed-response.
 */
export function onResponseClosed(
	response: ClosableResponse,
	endsWithWorkflow: boolean,
	callback: (outcome: DeliveryOutcome) => void,
): void {
	const notify = () => {
		const { statusCode, writableEnded, writableFinished } = response;
		if (endsWithWorkflow ? !writableEnded : !writableFinished) callback('unknown');
		else callback(statusCode >= 200 && statusCode < 300 ? 'acknowledged' : 'rejected');
	};
	const onClose = () => {
		if (endsWithWorkflow && !response.writableEnded) void waitForEnd(response).then(notify);
		else notify();
	};
	if (response.closed) onClose();
	else response.once('close', onClose);
}
