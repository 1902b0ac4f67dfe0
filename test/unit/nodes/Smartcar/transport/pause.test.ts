import { pause } from '../../../../../nodes/Smartcar/transport/pause';

test('waits as long as it is told', async () => {
	const start = Date.now();
	expect(await pause(60)).toBe(true);
	expect(Date.now() - start).toBeGreaterThanOrEqual(58);
});

test('stops soon after the signal', async () => {
	const controller = new AbortController();
	const start = Date.now();
	const paused = pause(30_000, controller.signal);
	controller.abort();
	expect(await paused).toBe(false);
	expect(Date.now() - start).toBeLessThan(5000);
});
