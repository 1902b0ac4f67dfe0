import path from 'node:path';
import { z } from 'zod';
import { ensureNodeRuntime } from '../../../tools/n8n/nodeRuntime';
import { ROOT } from '../../../tools/folders';
import { npm } from '../../../tools/process/npm';
import { runMain } from '../../../tools/runMain';
import {
	atMost,
	loadAverage,
	median,
	missesTarget,
	printRatios,
	withoutTarget,
	writeFigures,
	type Ratio,
} from '../benchReport';
import { MeasuringProcess } from '../measuringProcess';
import { GUARANTEED_EVENTS, timesSchema, type Times } from './messages';

// Measures the processor time that the built trigger takes for a delivery, without n8n.

const MEASURE_FILE = path.join(__dirname, 'measure.ts');

/** Each round starts new processes. */
const ROUNDS = 3;
const MEASUREMENTS_PER_ROUND = 200;

/** Numbers of event IDs that the trigger remembers. Each is measured in its own process. */
const REMEMBERED_EVENTS = [0, 1_000, GUARANTEED_EVENTS];

/**
 * The times of one batch of deliveries in each process, by the number of remembered events. The
 * processes run their batches one directly after the other.
 */
type Measurement = ReadonlyMap<number, Times>;

/** The processor time of the trigger, divided by the baseline of the same batch. */
function ratioToBaseline(
	measurement: Measurement,
	rememberedEvents: number,
	time: 'untilResponse' | 'total' = 'total',
): number {
	const times = measurement.get(rememberedEvents);
	return times === undefined ? NaN : times[time] / times.baseline;
}

/**
 * Compares only times of the same measurement, because the speed of the machine changes between
 * measurements.
 */
function ratiosOf(measurements: Measurement[], bytesPerEvent: number[]): Ratio[] {
	const medianOf = (ratio: (measurement: Measurement) => number) => median(measurements.map(ratio));
	return [
		atMost(
			'the trigger ÷ JSON.parse and HMAC-SHA256',
			2.5,
			medianOf((measurement) => ratioToBaseline(measurement, 0)),
		),
		withoutTarget(
			'the trigger until the response ÷ JSON.parse and HMAC-SHA256',
			medianOf((measurement) => ratioToBaseline(measurement, 0, 'untilResponse')),
		),
		...REMEMBERED_EVENTS.slice(1).map((count) =>
			atMost(
				`the trigger with ${count} remembered events ÷ with none`,
				1.1,
				medianOf(
					(measurement) => ratioToBaseline(measurement, count) / ratioToBaseline(measurement, 0),
				),
			),
		),
		atMost('bytes of memory for a remembered event', 200, median(bytesPerEvent)),
	];
}

async function measureRound(processes: Array<MeasuringProcess<number>>): Promise<Measurement[]> {
	const measurements: Measurement[] = [];
	for (let index = 0; index < MEASUREMENTS_PER_ROUND; index++) {
		const times = new Map<number, Times>();
		for (const measuringProcess of processes) {
			const reply = await measuringProcess.send('measureBatch');
			times.set(measuringProcess.configuration, timesSchema.parse(reply));
		}
		measurements.push(times);
	}
	return measurements;
}

/** Measures, prints the ratios, and writes all figures to a file. Returns the exit code. */
async function main(): Promise<number> {
	const { node: nodePath } = await ensureNodeRuntime(console.log);
	await npm(['run', 'build'], { cwd: ROOT, task: 'Building the package' });
	const rounds: Measurement[][] = [];
	const bytesPerEvent: number[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const processes = await Promise.all(
			REMEMBERED_EVENTS.map(
				async (count) => await MeasuringProcess.start(MEASURE_FILE, count, nodePath),
			),
		);
		let measurements: Measurement[];
		try {
			measurements = await measureRound(processes);
			const processWithMost = processes.find(
				({ configuration }) => configuration === GUARANTEED_EVENTS,
			);
			if (processWithMost)
				bytesPerEvent.push(z.number().parse(await processWithMost.send('measureMemory')));
		} finally {
			for (const measuringProcess of processes) measuringProcess.stop();
		}
		rounds.push(measurements);
		const ratios = REMEMBERED_EVENTS.map((count) => {
			const ratio = median(measurements.map((measurement) => ratioToBaseline(measurement, count)));
			return `${ratio.toFixed(2)} with ${count} remembered events`;
		});
		console.log(
			`  Round ${round}: the trigger ÷ JSON.parse and HMAC-SHA256: ${ratios.join(', ')}; load average ${loadAverage()}`,
		);
	}
	const ratios = ratiosOf(rounds.flat(), bytesPerEvent);
	printRatios(ratios);
	const file = await writeFigures('delivery', {
		ratios,
		bytesPerEvent,
		rounds: rounds.map((measurements) =>
			measurements.map((measurement) => Object.fromEntries(measurement)),
		),
	});
	console.log(`Figures: ${file}`);
	return ratios.some(missesTarget) ? 1 : 0;
}

runMain(main);
