import type { IExecuteFunctions } from 'n8n-workflow';

/** Tells the triggers of one n8n apart, also after a workflow was copied, in `webhook()` as in `execute()`. */
export const identityOf = (context: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);
