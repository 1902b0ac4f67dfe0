import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether the node runs as an AI agent's tool. See docs/contributing/n8n-facts.md#ai-tools. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool');
