import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installN8n } from '../../../tools/n8n/install';
import { ROOT, WORK_FOLDER } from '../../../tools/folders';
import { npm } from '../../../tools/process/npm';
import { runMain } from '../../../tools/runMain';
import { loadAverage, median, writeFigures } from '../benchReport';
import { MeasuringProcess } from '../measuringProcess';
import { timesSchema, type Sizes, type Times } from './messages';
import { plotLines, type PlotOptions } from './plot';
import { measurePostgresStore } from './postgresStore';

// Measures, without a running n8n, how the trigger slows down as it remembers more.

const USAGE = `npm run bench:growth -- [--quick]

Measures the time of a delivery, of a call of n8n's store and of an execution's start, against the events that are
remembered, the vehicles that are known and the conditions. Draws a plot of each. Then measures a call of n8n's store
on PostgreSQL, if it is installed.

  --quick  few measurements, of at most 10,000 events and vehicles. The plots go to .work/bench instead of
           docs/contributing/pictures`;

const MEASURE_FILE = path.join(__dirname, 'measure.ts');
const MEASUREMENTS = 30;
const QUICK_MEASUREMENTS = 3;
const QUICK_MAXIMUM = 10_000;

/** The sizes that a plot does not vary. 5,000 events are the trigger's default. */
const BASE_SIZES: Sizes = { events: 5_000, vehicles: 1_000, conditions: 10 };

/** The x axis of a plot: the size that it varies, and the measured values. */
interface Axis extends Pick<PlotOptions, 'xLabel' | 'xScale'> {
	name: keyof Sizes;
	values: number[];
}

const AXES: Axis[] = [
	{
		name: 'events',
		xLabel: 'events remembered',
		xScale: 'logarithmic',
		values: [1_000, 5_000, 10_000, 30_000, 100_000],
	},
	{
		name: 'vehicles',
		xLabel: 'vehicles known',
		xScale: 'logarithmic',
		values: [100, 1_000, 10_000, 30_000, 100_000],
	},
	{ name: 'conditions', xLabel: 'conditions', xScale: 'linear', values: [0, 1, 5, 10, 20] },
];

const TIME_NAMES = ['delivery', 'storeCall', 'execution'] as const;

const LABELS: Record<(typeof TIME_NAMES)[number], string> = {
	delivery: 'delivery',
	storeCall: 'call of n8n’s store',
	execution: 'start of an execution',
};

const axesFor = (quick: boolean): Axis[] =>
	quick
		? AXES.map((axis) => ({
				...axis,
				values: axis.values.filter((value) => value <= QUICK_MAXIMUM),
			}))
		: AXES;

/**
 * Measures all sizes in turn, `measurements` times.
 *
 * @returns the medians of the times, by the sizes as JSON
 */
async function measureAll(
	allSizes: Sizes[],
	nodePath: string,
	measurements: number,
): Promise<Map<string, Times>> {
	const processes: Array<MeasuringProcess<Sizes>> = [];
	const results = new Map<string, Times[]>();
	try {
		for (const sizes of allSizes) {
			console.log(`  Preparing ${JSON.stringify(sizes)}`);
			processes.push(await MeasuringProcess.start(MEASURE_FILE, sizes, nodePath));
		}
		for (let measurement = 1; measurement <= measurements; measurement++) {
			for (const measuringProcess of processes) {
				const key = JSON.stringify(measuringProcess.configuration);
				const times = timesSchema.parse(await measuringProcess.send('measure'));
				results.set(key, [...(results.get(key) ?? []), times]);
			}
			console.log(`  Measurement ${measurement} of ${measurements}, load average ${loadAverage()}`);
		}
	} finally {
		for (const measuringProcess of processes) measuringProcess.stop();
	}
	const medianOf = (times: Times[], name: keyof Times) => median(times.map((time) => time[name]));
	return new Map(
		[...results].map(([key, times]) => [
			key,
			{
				delivery: medianOf(times, 'delivery'),
				storeCall: medianOf(times, 'storeCall'),
				execution: medianOf(times, 'execution'),
			},
		]),
	);
}

async function main(): Promise<void> {
	const { quick } = parseArgs({
		options: { quick: { type: 'boolean', default: false } },
	}).values;
	const installation = await installN8n(console.log);
	await npm(['run', 'build'], { cwd: ROOT, task: 'Building the package' });
	const axes = axesFor(quick);
	const sizesOfPlots = axes.flatMap(({ name, values }) =>
		values.map((value): Sizes => ({ ...BASE_SIZES, [name]: value })),
	);
	// Each plot has the base sizes.
	const distinctSizes = new Map(sizesOfPlots.map((sizes) => [JSON.stringify(sizes), sizes]));
	const results = await measureAll(
		[...distinctSizes.values()],
		installation.node,
		quick ? QUICK_MEASUREMENTS : MEASUREMENTS,
	);

	const folder = quick
		? path.join(WORK_FOLDER, 'bench')
		: path.join(ROOT, 'docs', 'contributing', 'pictures');
	await mkdir(folder, { recursive: true });
	for (const { name, xLabel, xScale, values: x } of axes) {
		const times = x.map((value) => results.get(JSON.stringify({ ...BASE_SIZES, [name]: value })));
		// The processes measure in microseconds.
		const milliseconds = (time: keyof Times) =>
			times.map((measured) => (measured?.[time] ?? NaN) / 1000);
		console.table(
			x.map((value, index) => ({
				[xLabel]: value,
				...Object.fromEntries(
					TIME_NAMES.map((time) => [`${LABELS[time]}, ms`, milliseconds(time)[index]?.toFixed(2)]),
				),
			})),
		);
		const file = path.join(folder, `growth-${name}.svg`);
		await writeFile(
			file,
			plotLines({
				title: `Processor time by ${xLabel}`,
				xLabel,
				xScale,
				yLabel: 'milliseconds',
				x,
				lines: TIME_NAMES.map((time) => ({
					label: LABELS[time],
					values: milliseconds(time),
				})),
			}),
		);
		console.log(file);
	}
	const postgres = await measurePostgresStore(
		installation,
		axes.flatMap(({ name, values }) => (name === 'events' ? values : [])),
	).catch((error: unknown) => {
		console.log(`PostgreSQL was not measured: ${error instanceof Error ? error.message : error}`);
		return [];
	});
	console.table(
		postgres.map(({ events, callMs, processorMs, walBytes }) => ({
			'events remembered, PostgreSQL': events,
			'call of n8n’s store, ms': callMs.toFixed(1),
			'processor time of n8n, ms': processorMs.toFixed(1),
			'written to PostgreSQL’s write-ahead log, KB': Math.round(walBytes / 1024),
		})),
	);
	const figures = { baseSizes: BASE_SIZES, results: [...results], postgres };
	console.log(`Figures: ${await writeFigures('growth', figures)}`);
}

if (process.argv.includes('--help')) console.log(USAGE);
else runMain(main);
