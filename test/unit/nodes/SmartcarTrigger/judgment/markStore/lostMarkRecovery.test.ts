import {
	judgedMarker,
	judgmentNow,
} from '../../../../../../nodes/SmartcarTrigger/judgment/markStore/judgedMarkers';
import { LostMarkRecovery } from '../../../../../../nodes/SmartcarTrigger/judgment/markStore/lostMarkRecovery';

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => jest.useRealTimers());

const createRecovery = () => new LostMarkRecovery(() => Date.now());

/** Makes one round of calls. @returns what it removes, and what the store had before that */
function makeRound(
	recovery: LostMarkRecovery,
	store: Set<string>,
	marks: string[] = [],
	vehicle = 'v-1',
) {
	const requests = marks.length > 0 ? [{ entries: marks, judgment: judgmentNow(vehicle) }] : [];
	const recorded = recovery.beginRecording(requests);
	const missing = new Set(recorded.filter((entry) => !store.has(entry)));
	for (const entry of recorded) store.add(entry);
	recovery.afterRecording(missing);
	const beforeRemoval = [...store];
	const removed = recovery.beginRemoving([]);
	for (const entry of removed) store.delete(entry);
	recovery.afterRemoving();
	return { removed, beforeRemoval };
}

/** Overwrites the list of the store, as another process can. */
function overwrite(store: Set<string>, list: Iterable<string>): void {
	const written = [...list];
	store.clear();
	for (const mark of written) store.add(mark);
}

test('a round does not remove its own judged marker, although it also asks others for it', () => {
	const recovery = createRecovery();
	makeRound(recovery, new Set(), ['below 20']);
	jest.advanceTimersByTime(100);
	makeRound(recovery, new Set());
	jest.advanceTimersByTime(2_000);

	const { removed } = makeRound(recovery, new Set(), ['below 10']);

	expect(removed).toContainEqual(expect.stringContaining('v-1 judged at'));
	expect(removed).not.toContain(judgedMarker(judgmentNow('v-1')));
});

test('a lost mark counts as recorded only until another process may have removed it', () => {
	const recovery = createRecovery();
	makeRound(recovery, new Set(), ['below 20']);
	jest.advanceTimersByTime(100);
	makeRound(recovery, new Set());

	expect(recovery.recentAction('below 20')).toBe('record');
	jest.advanceTimersByTime(1_000);
	expect(recovery.recentAction('below 20')).toBeUndefined();
});

describe('if the store loses a mark twice', () => {
	/** Loses the mark, and lets the process ask whether others have judged the vehicle. */
	function loseMarkOnce() {
		const recovery = createRecovery();
		const store = new Set<string>();
		makeRound(recovery, store, ['below 20']);
		overwrite(store, []);
		jest.advanceTimersByTime(1_500);
		makeRound(recovery, store, ['below 20 of another vehicle'], 'v-2');
		const { removed, beforeRemoval } = makeRound(recovery, store);
		const askedMarker = judgedMarker(judgmentNow('v-1'));
		expect(removed).toContain(askedMarker);
		return { recovery, store, askedMarker, beforeRemoval };
	}

	test('it is not recorded again if another process has judged the vehicle since this one asked', () => {
		const { recovery, store, askedMarker } = loseMarkOnce();
		const list = [...store];
		makeRound(recovery, store);
		expect(store).toContain('below 20');
		overwrite(store, [...list, askedMarker]);

		for (let round = 0; round < 3; round++) makeRound(recovery, store);

		expect(store).not.toContain('below 20');
	});

	test('it is recorded again if the store has only lost the removal of the marker that this process asked for', () => {
		const { recovery, store, askedMarker, beforeRemoval } = loseMarkOnce();
		makeRound(recovery, store);
		overwrite(store, beforeRemoval);
		overwrite(store, makeRound(recovery, store).beforeRemoval);
		expect(store).toContain(askedMarker);

		for (let round = 0; round < 2; round++) makeRound(recovery, store);

		expect(store).toContain('below 20');
	});
});

test('nothing is repeated once no other process uses the store any more, not even what was just found lost', () => {
	const recovery = createRecovery();
	makeRound(recovery, new Set(), ['below 20']);
	// Finds the mark lost, and records it again.
	makeRound(recovery, new Set(), ['below 20']);
	recovery.endRounds();
	recovery.afterRecording(new Set());

	expect(recovery.needsRounds()).toBe(false);
});
