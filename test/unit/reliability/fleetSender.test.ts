import { Random } from '../../../simulator/random';
import type { FleetEvent } from '../../reliability/sending/fleetEvents';
import { FleetSender, type FleetSenderOptions } from '../../reliability/sending/fleetSender';
import { eventLoopTurn } from '../../support/eventLoopTurn';

const URLS = ['first', 'second'];
const OUTAGE_URL = 'outage';
const ACCEPTED = { status: 200, body: '', error: '' };
const UNAVAILABLE = { status: 503, body: '', error: '' };

interface Sent {
	url: string;
	eventId: string;
	/** Milliseconds of the clock. */
	at: number;
}

/** A sender with a clock that `run` advances. Without `post` n8n accepts each attempt. */
function createSender(options: Partial<FleetSenderOptions> = {}) {
	const sent: Sent[] = [];
	const acknowledged: string[] = [];
	let now = 0;
	let events = 0;
	const sleeping: Array<{ until: number; wake: () => void }> = [];
	const sleep = async (milliseconds: number) =>
		await new Promise<void>((wake) => void sleeping.push({ until: now + milliseconds, wake }));
	const sender = new FleetSender({
		nextEvent: (): FleetEvent => ({
			eventId: `event ${events++}`,
			type: 'state',
			vehicle: 0,
			at: now,
			hasLowTire: false,
		}),
		toRequest: ({ eventId }) => ({ body: eventId, headers: {} }),
		urls: URLS,
		outageUrl: OUTAGE_URL,
		onAcknowledged: ({ eventId }) => acknowledged.push(eventId),
		connections: 10,
		copies: 0,
		timeScale: 1,
		random: new Random(1, 'fleet'),
		now: () => now,
		sleep,
		...options,
		post: async (url, request) => {
			sent.push({ url, eventId: request.body, at: now });
			return (await options.post?.(url, request)) ?? ACCEPTED;
		},
	});

	/** Runs the work, and advances the clock to the next timer until it has ended. */
	async function run(work: Promise<void>): Promise<void> {
		let hasEnded = false;
		void work.then(() => (hasEnded = true));
		for (;;) {
			await eventLoopTurn();
			if (hasEnded) return;
			sleeping.sort((a, b) => a.until - b.until);
			const next = sleeping.shift();
			if (next === undefined) continue;
			now = next.until;
			next.wake();
		}
	}
	return { sender, sent, acknowledged, sleep, run };
}

/** When an event was sent, in seconds. */
const secondsOf = (sent: Sent[], id: string) =>
	sent.filter(({ eventId }) => eventId === id).map(({ at }) => Math.round(at / 1000));

test('sends at the given rate, to the processes in turn', async () => {
	const { sender, sent, run } = createSender();

	await run(sender.send(2, 5));
	await run(sender.finish());

	expect(sent.map(({ url }) => url)).toEqual(Array.from({ length: 5 }, () => URLS).flat());
	expect(sent.at(-1)?.at).toBeGreaterThanOrEqual(1_800);
	expect(sender.acknowledgedEventIds.size).toBe(10);
});

test('retries an event as Smartcar does, and gives up after the fourth attempt', async () => {
	const { sender, sent, run } = createSender({ post: async () => UNAVAILABLE });

	await run(sender.send(0.1, 10));
	await run(sender.finish());

	expect(secondsOf(sent, 'event 0')).toEqual([0, 25, 75, 175]);
	expect(sent.map(({ url }) => url)).toEqual(['first', 'second', 'first', 'second']);
	expect(sender.abandoned).toBe(1);
	expect(sender.acknowledgedEventIds.size).toBe(0);
});

test('sends a copy to the other process, with one of the later attempts', async () => {
	const { sender, sent, run } = createSender({ copies: 1, timeScale: 0.1 });

	await run(sender.send(0.1, 10));
	await run(sender.finish());

	expect(sent.map(({ url }) => url)).toEqual(['first', 'second']);
	expect([2.5, 7.5, 17.5]).toContain(Math.round((sent[1]?.at ?? 0) / 500) / 2);
	expect(sender.copiesSent).toBe(1);
});

test('a copy is one of the four attempts, so the last one comes three minutes after the event', async () => {
	for (const seed of [1, 2, 3, 4, 5, 6]) {
		let responses = 0;
		const { sender, sent, run } = createSender({
			copies: 1,
			random: new Random(seed, 'fleet'),
			post: async () => (responses++ === 0 ? ACCEPTED : UNAVAILABLE),
		});

		await run(sender.send(0.1, 10));
		await run(sender.finish());

		// The copy is sent at 25, 75 or 175 s. It is rejected, so the later attempts follow it.
		const times = secondsOf(sent, 'event 0');
		expect(times).toEqual([0, ...[25, 75, 175].slice(1 - times.length)]);
		expect(sender.abandoned).toBe(0);
	}
});

test('a copy is sent after the attempt that n8n has acknowledged', async () => {
	const responses = [UNAVAILABLE, UNAVAILABLE];
	const { sender, sent, run } = createSender({
		copies: 1,
		post: async () => responses.shift() ?? ACCEPTED,
	});

	await run(sender.send(0.1, 10));
	await run(sender.finish());

	expect(secondsOf(sent, 'event 0')).toEqual([0, 25, 75, 175]);
	expect(sender.copiesSent).toBe(1);
});

test('an event that n8n acknowledges at the fourth attempt is not sent again', async () => {
	const responses = [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE];
	const { sender, sent, run } = createSender({
		copies: 1,
		post: async () => responses.shift() ?? ACCEPTED,
	});

	await run(sender.send(0.1, 10));
	await run(sender.finish());

	expect(secondsOf(sent, 'event 0')).toEqual([0, 25, 75, 175]);
	expect(sender.copiesSent).toBe(0);
});

test('attempts during an outage fail, and are retried until n8n acknowledges the event', async () => {
	const { sender, sent, acknowledged, run } = createSender({
		post: async (url) => (url === OUTAGE_URL ? UNAVAILABLE : ACCEPTED),
	});

	sender.isOutage = true;
	await run(sender.send(100, 0.01));
	await run(sender.send(26, 0));
	sender.isOutage = false;
	await run(sender.finish());

	expect(secondsOf(sent, 'event 0')).toEqual([50, 75, 125, 225]);
	expect(sent.map(({ url }) => url)).toEqual(['outage', 'outage', 'outage', 'second']);
	expect(sender.attempts.map(({ isInOutage }) => isInOutage)).toEqual([true, true, true, false]);
	expect(acknowledged).toEqual(['event 0']);
});

test('notes what the trigger replies, and reports an event as acknowledged once', async () => {
	const replies = ['accepted', 'duplicate'];
	const { sender, acknowledged, run } = createSender({
		copies: 1,
		post: async () => ({ ...ACCEPTED, body: `{"status":"${replies.shift()}"}` }),
	});

	await run(sender.send(0.1, 10));
	await run(sender.finish());

	expect(sender.attempts.map(({ reply }) => reply)).toEqual(['accepted', 'duplicate']);
	expect(acknowledged).toEqual(['event 0']);
});

test('uses no more connections than allowed, and notes how long events waited for one', async () => {
	let active = 0;
	let maxActive = 0;
	const created = createSender({
		connections: 2,
		post: async () => {
			active += 1;
			maxActive = Math.max(maxActive, active);
			await created.sleep(1_000);
			active -= 1;
			return ACCEPTED;
		},
	});

	await created.run(created.sender.send(1, 4));
	await created.run(created.sender.finish());

	expect(maxActive).toBe(2);
	const { attempts } = created.sender;
	expect(attempts.map(({ dueAt }) => dueAt)).toEqual([0, 250, 500, 750]);
	const waits = attempts.map(({ dueAt, sentAt }) => sentAt - dueAt);
	expect(Math.max(...waits)).toBeGreaterThanOrEqual(500);
});
