import { OwnershipResolver } from '../../../../../nodes/SmartcarTrigger/deduplication/ownershipResolver';
import { RestoringRecorder } from '../../../../../nodes/SmartcarTrigger/deduplication/restoringRecorder';
import { STORE_TIMERS } from '../../../../../nodes/SmartcarTrigger/storeCall';

test.each([
	['yields', true, []],
	['keeps', false, ['a']],
])(
	'a process %s an event that another one has recorded, too, if it can still notice that its yield marker was overwritten: %s',
	async (_what, isWatched, expected) => {
		const sleep = async () => {};
		const timers = { ...STORE_TIMERS, sleep, callLimit: sleep, now: () => 0 };
		const recorder = new RestoringRecorder(timers);
		jest.spyOn(recorder, 'hasRecorded').mockReturnValue(isWatched);
		const row = {
			record: async () => [],
			maxEntries: 1_000,
			isShared: true,
			onFailure: () => undefined,
		};
		let checks = 0;
		const ownership = new OwnershipResolver(
			recorder,
			async (ids) => {
				// The first check finds that another process has recorded the event, too.
				if (ids.length === 0 && checks++ === 0)
					ownership.onLoss(
						{ missing: new Set(['call 1']), isOverwrite: true, unclaimedEvents: [] },
						row,
					);
				return { newIds: ids, callMarker: ids.length > 0 ? 'call 2' : undefined };
			},
			timers,
		);

		expect(
			await ownership.resolve(
				{ newIds: ['a'], idsToConfirm: new Set(['a']), callMarker: 'call 1' },
				row,
			),
		).toEqual(expected);
	},
);
