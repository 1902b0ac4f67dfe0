import { Passage } from '../../../../../nodes/Smartcar/transport/passage';
import { Traffic } from '../../../../../nodes/Smartcar/transport/rateLimiter';

const turn = async () => await new Promise(setImmediate);

test('a request enters once per attempt, however often its credential asks for it', async () => {
	const traffic = new Traffic(2);
	const first = new Passage(traffic, undefined);
	const second = new Passage(traffic, undefined);
	const third = new Passage(traffic, undefined);
	const entered: string[] = [];

	expect([await first.enter(), await first.enter(), await second.enter()]).toEqual([
		true,
		true,
		true,
	]);
	void third.enter().then(() => entered.push('third'));
	await turn();
	expect(entered).toEqual([]);

	await first.leave(true);
	expect(entered).toEqual(['third']);
});

test('the request that waited goes before the one that left has its answer worked on', async () => {
	const traffic = new Traffic(1);
	const first = new Passage(traffic, undefined);
	const order: string[] = [];
	await first.enter();
	// As many steps as there are between entering and sending, or more.
	const send = async () => {
		await new Passage(traffic, undefined).enter();
		for (let step = 0; step < 50; step++) await Promise.resolve();
		order.push('sent');
	};

	const sending = send();
	await first.leave(true);
	order.push('worked on');
	await sending;

	expect(order).toEqual(['sent', 'worked on']);
});

test('an attempt that never entered, since its credential could not be read, gives nobody a place', async () => {
	const traffic = new Traffic(1);
	await new Passage(traffic, undefined).enter();
	const waiting = new Passage(traffic, undefined);
	const entered: string[] = [];
	void waiting.enter().then(() => entered.push('waiting'));

	await new Passage(traffic, undefined).leave(true);
	await turn();

	expect(entered).toEqual([]);
});

test('a cancelled execution lets nothing in', async () => {
	const controller = new AbortController();
	controller.abort();
	const passage = new Passage(new Traffic(1), controller.signal);

	expect(await passage.enter()).toBe(false);
	expect(await passage.comeBack(async () => await Promise.resolve())).toBe(false);
});
