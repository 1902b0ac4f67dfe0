import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { causeMessage } from './causeMessage';
import { operationError } from '../shared/operationError';
import { checkParameters, isAlreadyPublished } from './checkParameters';
import { createLimitedLog } from './log';
import { checkWaitingNodes } from './waitingNode';

/** @throws NodeOperationError if n8n would register a URL that it does not find again */
function checkWebhookId(this: IHookFunctions): void {
	const { name, webhookId } = this.getNode();
	if (webhookId) return;
	// Without an ID, the URL has the name of the node.
	const nameInUrl = name.toLowerCase();
	if (webhookId === undefined && encodeURIComponent(nameInUrl) === nameInUrl) return;
	throw operationError(
		this.getNode(),
		'The trigger has no webhook ID: add the node in the editor, or add a unique "webhookId" to it before you import the workflow',
		{
			description:
				'Without one, the webhook URL contains the name of the node, and n8n does not find a URL with a space or another special character: it answers 404 to each event.',
		},
	);
}

/** n8n tries five times within seconds to publish a workflow. */
const logOnceAMinute = createLimitedLog(60_000);

/**
 * Checks a trigger before n8n sets it up. Also writes the reason for a failure to n8n's log: n8n's
 * own entry does not name the workflow, and lacks the reason if another trigger of the workflow can
 * be set up.
 * @throws NodeOperationError that keeps the workflow from being published
 */
export function checkTrigger(this: IHookFunctions): void {
	const isTestRun = this.getMode() === 'manual';
	try {
		if (!isTestRun) checkWebhookId.call(this);
		checkParameters.call(this);
		// A published workflow goes on, with a warning in each execution: see `warnOfWaitingNode`.
		if (!isTestRun && !isAlreadyPublished(this)) checkWaitingNodes.call(this);
	} catch (cause) {
		const reason = causeMessage(cause);
		if (!isTestRun) logOnceAMinute.call(this, 'error', reason, `cannot be published: ${reason}`);
		throw cause instanceof NodeOperationError ? cause : operationError(this.getNode(), reason);
	}
}
