import { SharedRequests } from '../../../../../../nodes/Smartcar/actions/shared/sharedRequests';

test('an error reaches all items that wait for the response, and the next item asks again', async () => {
	const requests = new SharedRequests<string>();
	const failing = async () => await Promise.reject(new Error('down'));
	const run = {};
	const both = [requests.get(run, 'a', failing), requests.get(run, 'a', async () => 'unused')];
	expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual([
		'rejected',
		'rejected',
	]);
	expect(await requests.get(run, 'a', async () => 'retried')).toBe('retried');
});

test('an error of one request reaches neither another run nor another key', async () => {
	const requests = new SharedRequests<string>();
	const run = {};
	const failed = requests.get(run, 'a', async () => await Promise.reject(new Error('down')));
	const inOtherRun = requests.get({}, 'a', async () => 'other run');
	const ofOtherKey = requests.get(run, 'b', async () => 'other key');
	await expect(failed).rejects.toThrow('down');
	expect(await inOtherRun).toBe('other run');
	expect(await ofOtherKey).toBe('other key');
});
