import { median } from '../bench/benchReport';

const MINUTE_MS = 60_000;

/** A value at a time in milliseconds. */
export interface Point {
	at: number;
	value: number;
}

/**
 * The lowest point of each period. Memory rises until a process collects its garbage, so only the
 * lows show whether it grows.
 */
export function lowestOfEachPeriod(points: readonly Point[], periodMs: number): Point[] {
	const startedAt = points[0]?.at ?? 0;
	const lowest = new Map<number, Point>();
	for (const point of points) {
		const period = Math.floor((point.at - startedAt) / periodMs);
		if (point.value < (lowest.get(period)?.value ?? Infinity)) lowest.set(period, point);
	}
	return [...lowest.values()];
}

/**
 * The slope of a line through the points, per minute: the median of the slopes between any two of
 * them (Theil–Sen). A burst that raises a few points does not change it. NaN with fewer than two
 * points.
 */
export const slopePerMinute = (points: readonly Point[]): number =>
	median(
		points.flatMap((from, index) =>
			points
				.slice(index + 1)
				.map((to) => ((to.value - from.value) / (to.at - from.at)) * MINUTE_MS),
		),
	);
