import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { GroupCommit } from '../eventBatcher';
import { identityOf } from '../triggerKey';
import { whenAnswered } from '../delivery/onResponseClosed';

/** One for each trigger that combines events, while it has deliveries under way. */
const groups = new Map<string, GroupCommit<INodeExecutionData>>();

/**
 * The items to start an execution with: the delivery's own and, with *Combine Events*, those of the deliveries that
 * arrived while the execution before was being stored (design: 4.2). For a delivery whose item another one took along:
 * whether that one was answered 2xx.
 */
export async function commit(
	this: IWebhookFunctions,
	item: INodeExecutionData,
	combine: boolean,
): Promise<INodeExecutionData[] | boolean> {
	if (!combine) return [item];

	const key = identityOf(this);
	const group = groups.get(key) ?? new GroupCommit<INodeExecutionData>();
	groups.set(key, group);
	const turn = await group.join(item);
	if ('committed' in turn) return turn.committed;

	whenAnswered(this.getResponseObject(), (acknowledged) => {
		turn.finish(acknowledged);
		if (group.idle) groups.delete(key);
	});
	return turn.items;
}
