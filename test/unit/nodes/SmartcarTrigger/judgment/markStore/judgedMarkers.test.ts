import {
	judgedMarkersAfter,
	judgmentNow,
} from '../../../../../../nodes/SmartcarTrigger/judgment/markStore/judgedMarkers';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

test('the judged markers after a judgment are those of each later second', () => {
	const judgment = judgmentNow('vehicle');

	jest.setSystemTime(2_999);
	expect(judgedMarkersAfter(judgment)).toEqual(['vehicle judged at 1', 'vehicle judged at 2']);
});

test('there are no more than eleven, even if the clock is set forward by a year', () => {
	const judgment = judgmentNow('vehicle');

	jest.setSystemTime(Date.UTC(1971, 0));
	expect(judgedMarkersAfter(judgment)).toHaveLength(11);
});
