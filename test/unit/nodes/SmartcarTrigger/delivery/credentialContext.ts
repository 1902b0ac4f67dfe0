import { randomUUID } from 'node:crypto';
import type { WorkflowExecuteMode } from 'n8n-workflow';
import { testTrigger } from '../../testNode';

/**
 * What n8n gives a stage that reads the credential.
 * @param readCredential called for each read
 */
export function credentialContext(
	readCredential: () => object,
	mode: WorkflowExecuteMode = 'webhook',
) {
	const getCredentials = jest.fn();
	getCredentials.mockImplementation(async () => readCredential());
	const node = testTrigger({
		id: randomUUID(),
		credentials: { smartcarWebhookApi: { id: 'credential', name: 'Webhook' } },
	});
	return {
		getCredentials,
		getMode: () => mode,
		getNode: () => node,
		getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
		logger: { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() },
	};
}
