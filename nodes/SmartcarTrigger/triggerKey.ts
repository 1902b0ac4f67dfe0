import type { IExecuteFunctions } from 'n8n-workflow';

/** What identifies a trigger, in any of n8n's contexts. */
export type TriggerContext = Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>;

interface TriggerIdentity {
	key: string;
	nodeName: string;
}

/** Cached, since `getNode()` copies the node with all its parameters. */
const identities = new WeakMap<TriggerContext, TriggerIdentity>();

function identityOf(context: TriggerContext): TriggerIdentity {
	const known = identities.get(context);
	if (known !== undefined) return known;
	const { id, name: nodeName } = context.getNode();
	const identity = { key: `${context.getWorkflow().id} ${id}`, nodeName };
	identities.set(context, identity);
	return identity;
}

/**
 * Identifies a trigger within n8n, the same in `webhook()` and in `execute()`. It needs both IDs,
 * since a copy of a workflow keeps the IDs of its nodes.
 */
export const triggerKey = (context: TriggerContext): string => identityOf(context).key;

/** The name that the user has given to the node. */
export const triggerNodeName = (context: TriggerContext): string => identityOf(context).nodeName;
