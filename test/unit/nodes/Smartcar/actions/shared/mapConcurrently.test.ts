import pWaitFor from 'p-wait-for';
import { runInOrder } from '../../../../../../nodes/Smartcar/actions/shared/mapConcurrently';

/** Tasks that end when they are told to, and what is known about them meanwhile. */
function tasks() {
	const ends = new Map<number, (error?: Error) => void>();
	const started: number[] = [];
	const task = async (index: number) => {
		started.push(index);
		return await new Promise<string>((resolve, reject) => {
			ends.set(index, (error) => (error ? reject(error) : resolve(`r${index}`)));
		});
	};
	const end = async (index: number, error?: Error) => {
		ends.get(index)?.(error);
		await new Promise(setImmediate);
	};
	return { task, started, end };
}

test('the first goes alone, then so many at once; results are in order', async () => {
	const { task, started, end } = tasks();
	const run = runInOrder(5, 2, task);
	expect(started).toEqual([0]);
	await end(0);
	expect(started).toEqual([0, 1, 2]);
	await end(2);
	await pWaitFor(() => started.includes(3));
	expect(started).toEqual([0, 1, 2, 3]);
	await end(1);
	await pWaitFor(() => started.includes(4));
	await end(4);
	await end(3);
	expect(await run).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
});

test('what else is to be done comes before the next task', async () => {
	const order: string[] = [];
	setTimeout(() => order.push('answer'), 0);
	await runInOrder(4, 1, async (index) => void order.push(`task ${index}`));
	expect(order).toEqual(['task 0', 'task 1', 'answer', 'task 2', 'task 3']);
});

test('after an error nothing more is started, and the error of the lowest index counts', async () => {
	const { task, started, end } = tasks();
	const run = runInOrder(9, 3, task);
	const failed = expect(run).rejects.toThrow('first');
	await end(0);
	await end(3, new Error('second'));
	await end(2);
	await end(1, new Error('first'));
	await failed;
	expect(started).toEqual([0, 1, 2, 3]);
});

test.each([0, 1])('with %i tasks', async (count) => {
	expect(await runInOrder(count, 3, async (index) => index)).toHaveLength(count);
});
