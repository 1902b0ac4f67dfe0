import type { IDataDeduplicator } from 'n8n-workflow';

type Scope = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[1];

/** Names a row of n8n's store: one for each node or, in the scope `workflow`, for each workflow. */
export const rowKey = (scope: Scope, workflowId?: string, nodeId?: string) =>
	JSON.stringify([scope, workflowId, scope === 'node' ? nodeId : undefined]);

/** Replaces n8n's deduplication store, which is not part of n8n-core. */
export class FakeStore implements IDataDeduplicator {
	/** The recorded items by `rowKey`. */
	readonly recorded = new Map<string, Set<string>>();

	/** The items that were new when they were recorded, in this order. */
	readonly newItems: string[] = [];

	/** Whether every call fails. */
	broken = false;

	/** `checkProcessedAndRecord` waits for this promise. */
	pause: Promise<void> | undefined;

	/** The option `maxEntries` of the latest call in each scope. */
	readonly maxEntries: Partial<Record<Scope, number>> = {};

	async checkProcessedAndRecord(
		...[items, scope, { node, workflow }, { maxEntries }]: Parameters<
			IDataDeduplicator['checkProcessedAndRecord']
		>
	) {
		this.maxEntries[scope] = maxEntries;
		await this.pause;
		if (this.broken) throw new Error('database is locked');
		const key = rowKey(scope, workflow.id, node?.id);
		const known = this.recorded.get(key) ?? new Set();
		const newItems = items.filter((item) => !known.has(String(item)));
		this.recorded.set(key, new Set([...known, ...items.map(String)]));
		this.newItems.push(...newItems.map(String));
		return { new: newItems, processed: items.filter((item) => !newItems.includes(item)) };
	}

	async removeProcessed(
		...[items, scope, { node, workflow }]: Parameters<IDataDeduplicator['removeProcessed']>
	): Promise<void> {
		if (this.broken) throw new Error('database is locked');
		const known = this.recorded.get(rowKey(scope, workflow.id, node?.id));
		for (const item of items) known?.delete(String(item));
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The trigger does not call clearAllProcessedItems');
	}

	async getProcessedDataCount(): Promise<number> {
		throw new Error('The trigger does not call getProcessedDataCount');
	}
}
