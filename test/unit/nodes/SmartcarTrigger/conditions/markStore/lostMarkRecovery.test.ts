import {
	judgedMarker,
	judgedNow,
} from '../../../../../../nodes/SmartcarTrigger/conditions/markStore/judgedMarkers';
import { LostMarkRecovery } from '../../../../../../nodes/SmartcarTrigger/conditions/markStore/lostMarkRecovery';

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => jest.useRealTimers());

test('a round does not remove its own judged marker, although it also asks others for it', () => {
	const recovery = new LostMarkRecovery(() => Date.now());
	/** Makes a round on a store that has lost everything. @returns what the round removes */
	const makeRound = (marks: string[]): string[] => {
		const requests = marks.length > 0 ? [{ marks, judgedAt: judgedNow('v-1') }] : [];
		recovery.afterRecording(new Set(recovery.beginRecording(requests)));
		const removed = recovery.beginRemoving([]);
		recovery.afterRemoving();
		return removed;
	};
	makeRound(['below 20']);
	jest.advanceTimersByTime(100);
	makeRound([]);
	jest.advanceTimersByTime(2_000);

	const removed = makeRound(['below 10']);

	expect(removed).toContainEqual(expect.stringContaining('v-1 judged at'));
	expect(removed).not.toContain(judgedMarker(judgedNow('v-1')));
});
