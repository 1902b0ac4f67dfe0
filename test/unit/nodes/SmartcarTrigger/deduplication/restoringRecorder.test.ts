import { RestoringRecorder } from '../../../../../nodes/SmartcarTrigger/deduplication/restoringRecorder';

test('a late call in a short turn does not shorten the effect of one in a long turn', async () => {
	let now = 0;
	const sleep = async () => {};
	const callLimit = async () => await new Promise<void>(() => {});
	const recorder = new RestoringRecorder({ sleep, callLimit }, () => now);
	const recordFor = async (milliseconds: number, intervalMs: number) => {
		const record = async (ids: string[]) => {
			now += milliseconds;
			return ids;
		};
		const store = { record, maxEntries: 100, isShared: true, onFailure: () => undefined };
		await recorder.record([`at ${now}`], store, { intervalMs, startedLateMs: 0 });
	};
	await recordFor(300, 1_000);
	expect(recorder.untilOthersRestoredMs).toBe(2_000);

	await recordFor(100, 250);

	expect(recorder.untilOthersRestoredMs).toBe(1_900);
});
