import { lowestOfEachPeriod, slopePerMinute } from '../../reliability/trend';

const MINUTE_MS = 60_000;

const pointsOf = (values: number[], everyMs: number) =>
	values.map((value, index) => ({ at: index * everyMs, value }));

test('finds the lowest point of each period', () => {
	const points = pointsOf([5, 3, 9, 8, 4, 6], MINUTE_MS / 3);

	expect(lowestOfEachPeriod(points, MINUTE_MS)).toEqual([points[1], points[4]]);
});

test('finds how much a line rises a minute', () => {
	expect(slopePerMinute(pointsOf([100, 103, 106, 109], MINUTE_MS / 2))).toBe(6);
});

test('a burst does not change the slope', () => {
	expect(slopePerMinute(pointsOf([100, 101, 102, 500, 104, 105, 106], MINUTE_MS))).toBe(1);
});

test('a single point has no slope', () => {
	expect(slopePerMinute(pointsOf([100], MINUTE_MS))).toBeNaN();
});
