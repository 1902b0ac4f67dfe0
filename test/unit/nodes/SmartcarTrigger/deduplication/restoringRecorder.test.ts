import {
	claimMarker,
	yieldMarker,
} from '../../../../../nodes/SmartcarTrigger/deduplication/markers';
import { RestoringRecorder } from '../../../../../nodes/SmartcarTrigger/deduplication/restoringRecorder';
import { STORE_TIMERS } from '../../../../../nodes/SmartcarTrigger/storeCall';

const TURN = { intervalMs: 250, startedLateMs: 0 };

/** A recorder with a clock that only calls move, and a store that can forget everything. */
function createRecorder() {
	let now = 0;
	let recorded = new Set<string>();
	let callMs = 0;
	const sleep = async () => {};
	const callLimit = async () => await new Promise<void>(() => {});
	const timers = { ...STORE_TIMERS, sleep, callLimit, now: () => now };
	const recorder = new RestoringRecorder(timers);
	const record = async (ids: string[]) => {
		now += callMs;
		const newIds = ids.filter((id) => !recorded.has(id));
		recorded = new Set([...recorded, ...ids]);
		return newIds;
	};
	const row = { record, maxEntries: 100, isShared: true, onFailure: () => undefined };
	return {
		recorder,
		/** Records an ID, or none, in a call that takes this long. */
		record: async (ids: string[], turn = TURN, milliseconds = 0) => {
			callMs = milliseconds;
			return await recorder.record(ids, row, turn);
		},
		/** Another process overwrites everything. */
		loseAll: () => recorded.clear(),
	};
}

test('a late call in a short turn does not shorten the effect of one in a long turn', async () => {
	const { recorder, record } = createRecorder();
	await record(['a'], { ...TURN, intervalMs: 1_000 }, 300);
	expect(recorder.untilOthersRestoredMs).toBe(2_000);

	await record(['b'], TURN, 100);

	expect(recorder.untilOthersRestoredMs).toBe(1_900);
});

test('a short call is late, too, if the turn began late', async () => {
	const { recorder, record } = createRecorder();
	await record(['a'], { ...TURN, startedLateMs: 50 });
	expect(recorder.untilOthersRestoredMs).toBe(0);

	await record(['b'], { ...TURN, startedLateMs: 51 });

	expect(recorder.untilOthersRestoredMs).toBe(1_000);
});

test('an event that was overwritten is to be claimed, unless it was claimed or yielded before', async () => {
	const { record, loseAll } = createRecorder();
	await record(['new', 'claimed', 'yielded']);
	await record([claimMarker('claimed'), yieldMarker('yielded')]);
	loseAll();

	const { loss } = await record([]);

	expect(loss?.unclaimedEvents).toEqual(['new']);
});
