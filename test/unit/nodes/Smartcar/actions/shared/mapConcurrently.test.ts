import { mapConcurrently } from '../../../../../../nodes/Smartcar/actions/shared/mapConcurrently';
import { eventLoopTurn } from '../../../../../support/eventLoopTurn';

/** Tasks that are in progress until the test ends them. */
function createTasks() {
	const running = new Map<number, (error?: Error) => void>();
	const started: number[] = [];
	const task = async (index: number) => {
		started.push(index);
		return await new Promise<string>((resolve, reject) => {
			running.set(index, (error) => (error ? reject(error) : resolve(`result ${index}`)));
		});
	};
	const end = async (index: number, error?: Error) => {
		const settle = running.get(index);
		if (settle === undefined) throw new Error(`Task ${index} is not running`);
		settle(error);
		await eventLoopTurn();
	};
	return { task, started, end };
}

test('runs the first task alone, then several at once, and returns the results in order', async () => {
	const { task, started, end } = createTasks();
	const results = mapConcurrently(5, 2, task);
	expect(started).toEqual([0]);
	await end(0);
	expect(started).toEqual([0, 1, 2]);
	await end(2);
	expect(started).toEqual([0, 1, 2, 3]);
	await end(1);
	await end(4);
	await end(3);
	expect(await results).toEqual(['result 0', 'result 1', 'result 2', 'result 3', 'result 4']);
});

test('starts no task after an error, awaits the running ones and throws the first error', async () => {
	const { task, started, end } = createTasks();
	const results = mapConcurrently(9, 3, task);
	const onRejected = jest.fn();
	results.catch(onRejected);
	await end(0);
	await end(3, new Error('first'));
	await end(2);
	expect(onRejected).not.toHaveBeenCalled();
	await end(1, new Error('second'));
	await expect(results).rejects.toThrow('first');
	expect(started).toEqual([0, 1, 2, 3]);
});

test.each([0, 1])('returns %i results for as many tasks', async (count) => {
	expect(await mapConcurrently(count, 3, async (index) => index)).toHaveLength(count);
});
