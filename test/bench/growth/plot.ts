interface Line {
	label: string;
	/** One value for each value of the x axis. */
	values: number[];
}

export interface PlotOptions {
	title: string;
	xLabel: string;
	yLabel: string;
	x: number[];
	/** Only a linear axis can have the value 0. */
	xScale: 'linear' | 'logarithmic';
	lines: Line[];
}

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { top: 50, right: 190, bottom: 60, left: 80 };
const LABEL_HEIGHT = 18;
const COLORS = ['#0b6bcb', '#c2410c', '#15803d', '#7c3aed'];

const escapeXml = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const text = (x: number, y: number, content: string, attributes = '') =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escapeXml(content)}</text>`;

/** The powers of ten from the one below the smallest value to the one above the largest. */
function powersOfTen(values: number[]): number[] {
	const from = Math.floor(Math.log10(Math.min(...values)));
	const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))));
	return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/**
 * Returns a function that maps the values from `from` to `to` onto the pixels from `start` to
 * `end`.
 */
function createScale(
	scale: PlotOptions['xScale'],
	[from, to]: [number, number],
	[start, end]: [number, number],
): (value: number) => number {
	const convert = scale === 'linear' ? (value: number) => value : Math.log10;
	return (value) =>
		start + ((convert(value) - convert(from)) / (convert(to) - convert(from))) * (end - start);
}

/** Moves labels down until no two of them overlap. @param heights the heights at which lines end */
function spreadLabels(heights: number[]): number[] {
	const spread = [...heights];
	const order = heights
		.map((_, index) => index)
		.sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
	let lowest = -Infinity;
	for (const index of order) {
		lowest = Math.max(heights[index] ?? 0, lowest + LABEL_HEIGHT);
		spread[index] = lowest;
	}
	return spread;
}

/** A line plot as SVG. The y axis is logarithmic. */
export function plotLines({ title, xLabel, yLabel, x, xScale, lines }: PlotOptions): string {
	const yTicks = powersOfTen(lines.flatMap(({ values }) => values));
	const left = MARGIN.left;
	const right = WIDTH - MARGIN.right;
	const top = MARGIN.top;
	const bottom = HEIGHT - MARGIN.bottom;
	const xOf = createScale(xScale, [Math.min(...x), Math.max(...x)], [left, right]);
	const yOf = createScale('logarithmic', [yTicks[0] ?? 1, yTicks.at(-1) ?? 10], [bottom, top]);
	const grid = yTicks.map(
		(tick) =>
			`<line x1="${left}" x2="${right}" y1="${yOf(tick).toFixed(1)}" y2="${yOf(tick).toFixed(1)}" stroke="#d4d4d8"/>` +
			text(left - 8, yOf(tick) + 4, tick.toLocaleString('en-US'), 'text-anchor="end"'),
	);
	const xTicks = x.map((tick) =>
		text(xOf(tick), bottom + 20, tick.toLocaleString('en-US'), 'text-anchor="middle"'),
	);
	const labelHeights = spreadLabels(lines.map(({ values }) => yOf(values.at(-1) ?? NaN)));
	const drawnLines = lines.map(({ label, values }, index) => {
		const color = COLORS[index % COLORS.length] ?? '';
		const points = values.map((value, position) => [xOf(x[position] ?? NaN), yOf(value)] as const);
		const path = points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
		const dots = points.map(
			([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3" fill="${color}"/>`,
		);
		return [
			`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
			...dots,
			text(right + 10, (labelHeights[index] ?? 0) + 4, label, `fill="${color}"`),
		].join('\n');
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" fill="#27272a">`,
		`<title>${escapeXml(title)}</title>`,
		`<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
		text(left, 28, title, 'font-size="15" font-weight="bold"'),
		...grid,
		...xTicks,
		text((left + right) / 2, HEIGHT - 14, xLabel, 'text-anchor="middle"'),
		text(
			0,
			0,
			yLabel,
			`text-anchor="middle" transform="translate(20 ${(top + bottom) / 2}) rotate(-90)"`,
		),
		...drawnLines,
		'</svg>',
		'',
	].join('\n');
}
