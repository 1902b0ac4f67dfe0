import { EventMarks } from '../../../../../nodes/SmartcarTrigger/judgment/eventMarks';

const MINUTE_MS = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a mark is kept until the last attempt of its event, which can wait for three workflows of a quarter of an hour', () => {
	const marks = new EventMarks();
	marks.add(['e-1'], { isSaved: true });

	jest.advanceTimersByTime(3 * 15 * MINUTE_MS + 4 * MINUTE_MS);
	expect(marks.takeExpired()).toEqual([]);
	jest.advanceTimersByTime(30 * MINUTE_MS);
	expect(marks.takeExpired()).toEqual(['e-1']);
	expect(marks.takeExpired()).toEqual([]);
});
