import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Identifies a trigger within n8n, the same in `webhook()` and in `execute()`. It needs both IDs,
 * since a copy of a workflow keeps the IDs of its nodes.
 */
export const triggerKey = (context: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);
