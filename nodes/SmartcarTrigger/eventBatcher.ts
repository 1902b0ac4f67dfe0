interface Member<Item> {
	item: Item;
	resolve: (turn: Turn<Item>) => void;
}

/** A leader has items to commit and says how that ended; a follower learns whether its leader committed its item. */
export type Turn<Item> =
	{ items: Item[]; finish: (committed: boolean) => void } | { committed: boolean };

/** So that a burst makes executions of a size that people can still look at. */
const MAX_ITEMS = 500;

/**
 * Group commit: whoever joins while nothing is being committed leads at once, alone; those who join meanwhile wait and
 * go together next, the first of them leading. No timer, so that nothing is delayed when there is no load.
 */
export class GroupCommit<Item> {
	private readonly waiting: Array<Member<Item>> = [];

	private busy = false;

	/** Whether nothing is being committed and nobody waits. */
	get idle(): boolean {
		return !this.busy;
	}

	async join(item: Item): Promise<Turn<Item>> {
		return await new Promise((resolve) => {
			this.waiting.push({ item, resolve });
			if (!this.busy) this.next();
		});
	}

	private next(): void {
		const [leader, ...followers] = this.waiting.splice(0, MAX_ITEMS);
		this.busy = leader !== undefined;
		leader?.resolve({
			items: [leader.item, ...followers.map(({ item }) => item)],
			finish: (committed) => {
				for (const { resolve } of followers) resolve({ committed });
				this.next();
			},
		});
	}
}
