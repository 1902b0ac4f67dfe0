import { failedExecutions, type StoredExecution } from '../../reliability/storedExecutions';

const execution = (id: number, status: string): StoredExecution => ({
	id,
	status,
	emittedEventIds: [],
	emittedItems: [],
	bytes: 0,
	waitingEventIds: [],
});

test('every execution counts as failed that did not succeed', () => {
	const statuses = ['success', 'error', 'crashed', 'canceled', 'running', 'success'];

	expect(failedExecutions(statuses.map((status, id) => execution(id, status)))).toEqual([
		'1: error',
		'2: crashed',
		'3: canceled',
		'4: running',
	]);
});
