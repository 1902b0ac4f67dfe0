import { SharedRequests } from '../../../../../../nodes/Smartcar/actions/shared/sharedRequests';

test('an error reaches all items that wait for the response, and is not kept', async () => {
	const requests = new SharedRequests<string>();
	const failing = async () => await Promise.reject(new Error('down'));
	const run = {};
	const both = [requests.get(run, 'a', failing), requests.get(run, 'a', async () => 'unused')];
	const other = requests.get({}, 'a', async () => 'other');
	expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual([
		'rejected',
		'rejected',
	]);
	expect(await other).toBe('other');
	expect(await requests.get(run, 'b', async () => 'good')).toBe('good');
	expect(await requests.get(run, 'a', async () => 'retried')).toBe('retried');
});
