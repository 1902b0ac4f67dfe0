import { Turnstile } from '../../../../nodes/SmartcarTrigger/keyedMutex';

const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

test('lets one at a time pass for a key, in order, and others meanwhile', async () => {
	const turnstile = new Turnstile();
	const passed: string[] = [];
	const enter = async (key: string, name: string) => {
		const leave = await turnstile.enter(key);
		passed.push(name);
		return leave;
	};

	const first = enter('a', 'first');
	const second = enter('a', 'second');
	const third = enter('a', 'third');
	void enter('b', 'other');
	await settle();
	expect(passed).toEqual(['first', 'other']);

	(await first)();
	await settle();
	expect(passed).toEqual(['first', 'other', 'second']);

	(await second)();
	(await third)();
	await enter('a', 'later');
	expect(passed).toEqual(['first', 'other', 'second', 'third', 'later']);
});
