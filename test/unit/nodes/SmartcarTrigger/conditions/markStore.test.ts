import {
	MarkStore,
	type MarkCalls,
} from '../../../../../nodes/SmartcarTrigger/conditions/markStore';

/** n8n's store. Each call waits until the test lets it go on. */
class SlowStore implements MarkCalls {
	readonly marks = new Set<string>();

	/** The calls so far, such as `record a b`. */
	readonly calls: string[] = [];

	/** How many of the next calls fail. */
	failures = 0;

	private goOn: Array<() => void> = [];

	private async wait(call: string): Promise<void> {
		this.calls.push(call);
		await new Promise<void>((resolve) => this.goOn.push(resolve));
		if (this.failures-- > 0) throw new Error('database is locked');
	}

	async record(marks: string[]) {
		await this.wait(`record ${marks.join(' ')}`);
		const added = marks.filter((mark) => !this.marks.has(mark));
		for (const mark of added) this.marks.add(mark);
		return added;
	}

	async remove(marks: string[]) {
		await this.wait(`remove ${marks.join(' ')}`);
		for (const mark of marks) this.marks.delete(mark);
	}

	/** Lets all calls finish, also those that begin meanwhile. */
	async finish<Result>(results: Promise<Result>): Promise<Result> {
		let isDone = false;
		const setDone = () => (isDone = true);
		void results.then(setDone, setDone);
		while (!isDone) {
			for (const goOn of this.goOn.splice(0)) goOn();
			await new Promise<void>((resolve) => setImmediate(resolve));
		}
		return await results;
	}
}

const never = async () => await new Promise<void>(() => {});

function start() {
	const n8n = new SlowStore();
	const store = new MarkStore({ sleep: async () => undefined, callLimit: never });
	const onFailure = jest.fn();
	return {
		n8n,
		onFailure,
		record: async (...marks: string[]) => await store.record(n8n, marks, onFailure),
		remove: async (...marks: string[]) => await store.remove(n8n, marks, onFailure),
	};
}

test('says which marks were not in the store yet', async () => {
	const { n8n, record, remove } = start();

	expect(await n8n.finish(record('a', 'b'))).toEqual(new Set(['a', 'b']));
	expect(await n8n.finish(record('b', 'c'))).toEqual(new Set(['c']));
	expect(await n8n.finish(remove('b'))).toBe(true);
	expect(await n8n.finish(record('b', 'c'))).toEqual(new Set(['b']));
});

test('executions that wait for the same kind of call share it, and a new mark is new for one of them', async () => {
	const { n8n, record } = start();

	const [first, second, third] = await n8n.finish(
		Promise.all([record('a'), record('b', 'c'), record('c', 'd')]),
	);

	expect([first, second, third]).toEqual([new Set('a'), new Set(['b', 'c']), new Set(['d'])]);
	expect(n8n.calls).toEqual(['record a b c d']);
});

test('what is requested while a call runs goes into the next one', async () => {
	const { n8n, record } = start();
	const first = record('a');
	await new Promise<void>((resolve) => setImmediate(resolve));

	await n8n.finish(Promise.all([first, record('b'), record('c')]));

	expect(n8n.calls).toEqual(['record a', 'record b c']);
});

test('calls follow each other in the order of the requests', async () => {
	const { n8n, record, remove } = start();

	const results = await n8n.finish(
		Promise.all([record('a'), remove('a'), remove('b'), record('a')]),
	);

	expect(n8n.calls).toEqual(['record a', 'remove a b', 'record a']);
	expect(results).toEqual([new Set('a'), true, true, new Set('a')]);
});

test('without marks there is no call', async () => {
	const { n8n, record, remove } = start();

	expect([await record(), await remove()]).toEqual([new Set(), true]);
	expect(n8n.calls).toEqual([]);
});

test('after a retry all marks count as new, since the failed attempt may have recorded them', async () => {
	const { n8n, onFailure, record } = start();
	n8n.marks.add('a');
	n8n.failures = 1;

	expect(await n8n.finish(record('a', 'b'))).toEqual(new Set(['a', 'b']));
	expect(onFailure).not.toHaveBeenCalled();
});

test('a store that keeps failing is told once for a call, and the next call is made', async () => {
	const { n8n, onFailure, record, remove } = start();
	n8n.failures = 6;

	expect(await n8n.finish(record('a'))).toBeUndefined();
	expect(await n8n.finish(remove('a'))).toBe(false);
	expect(onFailure).toHaveBeenCalledTimes(2);
	expect(await n8n.finish(record('a'))).toEqual(new Set('a'));
});

test('a call that throws outside of the store does not stop the next one', async () => {
	const { n8n, onFailure, record } = start();
	n8n.failures = 3;
	onFailure.mockImplementationOnce(() => {
		throw new Error('disk full');
	});

	await expect(n8n.finish(record('a'))).rejects.toThrow('disk full');
	expect(await n8n.finish(record('a'))).toEqual(new Set('a'));
});
