import { pressureEvent, TIRE_PRESSURES } from '../../support/tireSeries';

afterEach(() => jest.restoreAllMocks());

test('each event of a series is later than the one before, even within a millisecond', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const events = TIRE_PRESSURES.map((psi) => pressureEvent(psi));

	const times = events.flatMap(({ data }) => data.signals.map(({ meta }) => meta.oemUpdatedAt));
	expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
	expect(times).toHaveLength(TIRE_PRESSURES.length);
	expect(events.map(({ meta }) => meta.sequence)).toEqual(times);
});
