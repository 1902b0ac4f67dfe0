import {
	judgedMarker,
	judgedNow,
} from '../../../../../../nodes/SmartcarTrigger/conditions/markStore/judgedMarkers';
import { LostMarkRecovery } from '../../../../../../nodes/SmartcarTrigger/conditions/markStore/lostMarkRecovery';

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => jest.useRealTimers());

/** Makes a round on a store that has lost everything. @returns what the round removes */
function makeRound(recovery: LostMarkRecovery, marks: string[]): string[] {
	const requests = marks.length > 0 ? [{ marks, judgedAt: judgedNow('v-1') }] : [];
	recovery.afterRecording(new Set(recovery.beginRecording(requests)));
	const removed = recovery.beginRemoving([]);
	recovery.afterRemoving();
	return removed;
}

test('a round does not remove its own judged marker, although it also asks others for it', () => {
	const recovery = new LostMarkRecovery(() => Date.now());
	makeRound(recovery, ['below 20']);
	jest.advanceTimersByTime(100);
	makeRound(recovery, []);
	jest.advanceTimersByTime(2_000);

	const removed = makeRound(recovery, ['below 10']);

	expect(removed).toContainEqual(expect.stringContaining('v-1 judged at'));
	expect(removed).not.toContain(judgedMarker(judgedNow('v-1')));
});

test('a lost mark counts as recorded only until another process may have removed it', () => {
	const recovery = new LostMarkRecovery(() => Date.now());
	makeRound(recovery, ['below 20']);
	jest.advanceTimersByTime(100);
	makeRound(recovery, []);

	expect(recovery.recentAction('below 20')).toBe('record');
	jest.advanceTimersByTime(1_000);
	expect(recovery.recentAction('below 20')).toBeUndefined();
});
