import { plotLines } from '../../bench/growth/plot';

const options = {
	title: 'Time by number',
	xLabel: 'number',
	yLabel: 'ms',
	x: [10, 100, 1_000],
	xScale: 'logarithmic' as const,
	lines: [
		{ label: 'grows', values: [1, 10, 100] },
		{ label: 'stays < 2', values: [1, 1, 1] },
	],
};

/** The points of each line: `[x, y]`. */
const pointsOf = (svg: string): number[][][] =>
	[...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points = '']) =>
		points.split(' ').map((point) => point.split(',').map(Number)),
	);

const heightOf = (svg: string, label: string) =>
	Number(new RegExp(`y="([\\d.]+)"[^>]*>${label}<`).exec(svg)?.[1]);

test('equal factors have equal distances on logarithmic axes', () => {
	const [[first, second, third] = []] = pointsOf(plotLines(options));

	for (const axis of [0, 1])
		expect((second?.[axis] ?? 0) - (first?.[axis] ?? 0)).toBeCloseTo(
			(third?.[axis] ?? 0) - (second?.[axis] ?? 0),
			0,
		);
});

test('a larger value is higher, and an equal one level', () => {
	const [grows = [], stays = []] = pointsOf(plotLines(options));

	expect(grows[2]?.[1]).toBeLessThan(grows[0]?.[1] ?? 0);
	expect(stays[2]?.[1]).toBe(stays[0]?.[1]);
});

test('a linear axis can begin at 0', () => {
	const svg = plotLines({ ...options, xScale: 'linear', x: [0, 10, 20] });

	expect(svg).not.toMatch(/NaN|Infinity/);
});

test('labels are escaped, and do not overlap where lines end at the same height', () => {
	const svg = plotLines({
		...options,
		lines: [...options.lines, { label: 'the same', values: [2, 1, 1] }],
	});

	expect(svg).toContain('stays &lt; 2');
	expect(Math.abs(heightOf(svg, 'stays &lt; 2') - heightOf(svg, 'the same'))).toBeGreaterThan(12);
});
