import type { IExecuteFunctions } from 'n8n-workflow';

/** What identifies a trigger, in any of n8n's contexts. */
export type TriggerContext = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

/**
 * By context, since n8n copies the node with all its parameters each time that it is asked for it.
 */
const keys = new WeakMap<TriggerContext, string>();

/**
 * Identifies a trigger within n8n, the same in `webhook()` and in `execute()`. It needs both IDs,
 * since a copy of a workflow keeps the IDs of its nodes.
 */
export function triggerKey(context: TriggerContext): string {
	const known = keys.get(context);
	if (known !== undefined) return known;
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	keys.set(context, key);
	return key;
}
