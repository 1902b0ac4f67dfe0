import { Recent } from '../../../../../nodes/SmartcarTrigger/state/recent';

/** Values that were asked for, one after the other, and a clock that stands still until it is set. */
function make() {
	let time = 0;
	const ask = jest.fn<Promise<string | undefined>, []>();
	return { ask, recent: new Recent<string>(5_000, () => time), at: (ms: number) => (time = ms) };
}

test('asks again only when a value has become too old', async () => {
	const { ask, recent, at } = make();
	ask.mockResolvedValueOnce('first').mockResolvedValueOnce('second');

	expect(await recent.get('a', ask)).toBe('first');
	at(4_999);
	expect(await recent.get('a', ask)).toBe('first');
	at(5_000);
	expect(await recent.get('a', ask)).toBe('second');
});

test('those who ask at the same time share one answer; others have their own', async () => {
	const { ask, recent } = make();
	ask.mockResolvedValue('one');

	await Promise.all([recent.get('a', ask), recent.get('a', ask), recent.get('b', ask)]);

	expect(ask).toHaveBeenCalledTimes(2);
});

test('a value that is renewed counts from then on', async () => {
	const { ask, recent, at } = make();
	ask.mockResolvedValueOnce('old').mockResolvedValueOnce('new');
	await recent.get('a', ask);

	at(4_000);
	expect(await recent.renew('a', ask)).toBe('new');
	at(8_000);
	expect(await recent.get('a', ask)).toBe('new');
	expect(ask).toHaveBeenCalledTimes(2);
});

test('keeps nothing when there is no value: neither the missing one nor the one before', async () => {
	const { ask, recent } = make();
	ask
		.mockResolvedValueOnce('old')
		.mockResolvedValueOnce(undefined)
		.mockResolvedValueOnce(undefined)
		.mockResolvedValue('back');

	await recent.get('a', ask);
	expect(await recent.renew('a', ask)).toBeUndefined();
	expect(await recent.get('a', ask)).toBeUndefined();
	expect(await recent.get('a', ask)).toBe('back');
});
