import { cpus } from 'node:os';
import { CheckList } from '../checkList';
import { STORE_TABLE, type DatabaseSize, type TableSize } from '../instances/databaseSize';
import type { FleetOutput } from '../instances/fleetInstance';
import type { HeapSample, MachineSample, ProcessSample } from '../instances/processSampler';
import type { ExpectedAlert } from '../sending/fleetEvents';
import {
	isAcknowledged,
	RETRY_WAITS_MS,
	type Attempt,
	type FleetSender,
} from '../sending/fleetSender';
import {
	countOccurrences,
	describeCounts,
	repeatedEvents,
	type StoredExecution,
} from '../storedExecutions';
import { lowestOfEachPeriod, slopePerMinute, type Point } from '../trend';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;
const MINUTE_MS = 60_000;

const MAX_P99_MS = 2_000;

/**
 * How much the heap of a process may grow a minute. If it gets 10,000 events a minute, 4 MB are 400
 * bytes an event. The trigger remembers the IDs of the latest events (155 bytes each), but must not keep
 * the events themselves (7 KB each).
 */
const MAX_HEAP_GROWTH_MB = 4;

/** The same for the memory. More, because the system gives it to a process in larger pieces. */
const MAX_MEMORY_GROWTH_MB = 10;

/** In less time, garbage collections and bursts hide whether a process grows. */
const MIN_MINUTES_TO_JUDGE_GROWTH = 5;

/** Fewer would not show whether a process grows. A run at full length has as many of the heap. */
const MIN_SAMPLES = 3;

/** Events a second. */
export interface FleetRates {
	/** Answered by a trigger that starts nothing. */
	ceiling: number;
	/** Answered and executed if the sender waits for responses. */
	carried: number;
	/** Of the run, without copies and bursts. */
	used: number;
}

/** An n8n process, from after the warm-up to the end. */
export interface FleetProcess {
	name: string;
	heaps: HeapSample[];
	samples: ProcessSample[];
}

/** What a run of the fleet scenario has shown. */
export interface FleetRun {
	output: FleetOutput;
	/** 1 for a run at full length. */
	scale: number;
	rates: FleetRates;
	sender: Pick<
		FleetSender,
		'attempts' | 'events' | 'acknowledgedEventIds' | 'copiesSent' | 'abandoned'
	>;
	/** How many requests the sender sent at the same time at most. */
	connections: number;
	expectedAlerts: ExpectedAlert[];
	/** In milliseconds of the sender's clock. */
	warmUpEndedAt: number;
	/** When the bursts were sent, in milliseconds of the sender's clock. */
	bursts: Array<{ from: number; to: number }>;
	/** From the last response until all executions had finished. */
	secondsToFinish: number;
	executions: StoredExecution[];
	processes: FleetProcess[];
	machine: MachineSample[];
	sizeBefore: DatabaseSize;
	sizeAfter: DatabaseSize;
}

const toMegabytes = (bytes: number) => Math.round(bytes / MEBIBYTE);

const toSeconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(1));

/** The value that 99% of the values do not exceed, rounded. */
function percentile99(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}

const largest = (values: number[]) => values.reduce((max, value) => Math.max(max, value), 0);

/** `170 × 200, 3 × none` */
const describeResponses = (attempts: Attempt[]) =>
	describeCounts(countOccurrences(attempts.map(({ status }) => String(status ?? 'none'))));

const attemptsToN8n = ({ attempts }: FleetRun['sender']) =>
	attempts.filter(({ isInOutage }) => !isInOutage);

function reportRates(checks: CheckList, { rates }: FleetRun): void {
	checks.report(
		'requests a second answered by a trigger that starts nothing',
		Math.round(rates.ceiling),
	);
	checks.report(
		'events a second carried if the sender waits for responses, with a full deduplication store',
		Math.round(rates.carried),
	);
	checks.report('events a second in this run, without bursts', Math.round(rates.used));
	checks.report('their share of those carried, %', Math.round((100 * rates.used) / rates.carried));
}

function reportAttempts(checks: CheckList, { sender, scale }: FleetRun): void {
	const { attempts, events, copiesSent, abandoned } = sender;
	const toN8n = attemptsToN8n(sender);
	checks.report('events', events.size);
	checks.report('copies, with those that the outage kept from n8n', copiesSent);
	checks.report('failed attempts during the outage', attempts.length - toN8n.length);
	checks.report(
		'their responses',
		describeResponses(attempts.filter(({ isInOutage }) => isInOutage)),
	);
	checks.report(
		'failed attempts at other times',
		toN8n.filter((attempt) => !isAcknowledged(attempt)).length,
	);
	checks.report(
		'seconds from a failed attempt to the next one',
		RETRY_WAITS_MS.map((wait) => toSeconds(wait * scale)).join(', '),
	);
	checks.report('events given up after the fourth attempt', abandoned);
	checks.report("n8n's responses", describeResponses(toN8n));
	checks.report(
		"the trigger's replies",
		describeCounts(countOccurrences(toN8n.flatMap(({ reply }) => reply ?? []))),
	);
}

/** Checks that no event was lost or repeated. */
function checkEvents(checks: CheckList, run: FleetRun): void {
	const { events, acknowledgedEventIds } = run.sender;
	checks.equal('events answered 2xx', acknowledgedEventIds.size, events.size);
	// Otherwise the workflow gets only the alerts.
	if (run.output !== 'events') return;
	const emitted = countOccurrences(
		successfulOf(run).flatMap(({ emittedItems }) =>
			emittedItems.flatMap(({ eventId, condition }) => (condition === undefined ? eventId : [])),
		),
	);
	checks.empty(
		'events answered 2xx that are missing',
		[...acknowledgedEventIds].filter((eventId) => !emitted.has(eventId)),
	);
	checks.empty('events executed more than once', repeatedEvents(emitted));
}

const successfulOf = ({ executions }: FleetRun) =>
	executions.filter(({ status }) => status === 'success');

function checkExecutions(checks: CheckList, run: FleetRun): void {
	const { executions, sender } = run;
	const eventsInExecutions = sender.attempts.filter(({ reply }) => reply === 'accepted').length;
	checks.equal('executions that failed', executions.length - successfulOf(run).length, 0);
	checks.report('executions', executions.length);
	checks.report('executions for each event', (executions.length / sender.events.size).toFixed(3));
	checks.report(
		'events that an execution had to handle, %',
		Math.round((eventsInExecutions / sender.events.size) * 100),
	);
}

const nameOfAlert = ({ vehicleId, signal }: ExpectedAlert) => `${vehicleId} ${signal}`;

/** Identifies the alerts about one signal in one event. */
const alertKey = (eventId: string, signal: string) => `${eventId} ${signal}`;

/** Checks that a vehicle that meets a condition was reported each time, and only once. */
function checkAlerts(checks: CheckList, run: FleetRun): void {
	const { expectedAlerts } = run;
	const reportedKeys = successfulOf(run).flatMap(({ emittedItems }) =>
		emittedItems.flatMap(({ condition, eventId, signal = '' }) =>
			condition === undefined ? [] : alertKey(eventId, signal),
		),
	);
	const reported = countOccurrences(reportedKeys);
	const expectedKeys = new Set<string>();
	const missed: string[] = [];
	const doubled: string[] = [];
	for (const alert of expectedAlerts) {
		const keys = alert.eventIds.map((eventId) => alertKey(eventId, alert.signal));
		const count = keys.reduce((sum, key) => sum + (reported.get(key) ?? 0), 0);
		if (count === 0) missed.push(nameOfAlert(alert));
		if (count > 1) doubled.push(nameOfAlert(alert));
		keys.forEach((key) => expectedKeys.add(key));
	}
	checks.report('alerts expected', expectedAlerts.length);
	checks.report(
		'alerts expected again, after the value had recovered',
		expectedAlerts.length - new Set(expectedAlerts.map(nameOfAlert)).size,
	);
	checks.report('alerts reported', reportedKeys.length);
	checks.empty('alerts missed', missed);
	checks.empty('alerts doubled', doubled);
	checks.empty(
		'alerts about events that meet no condition',
		reportedKeys.filter((key) => !expectedKeys.has(key)),
	);
}

function checkResponses(checks: CheckList, run: FleetRun): void {
	const { sender, warmUpEndedAt, bursts, secondsToFinish, connections } = run;
	const isInWarmUp = ({ sentAt }: Attempt) => sentAt < warmUpEndedAt;
	const attempts = attemptsToN8n(sender).filter((attempt) => !isInWarmUp(attempt));
	const warmUp = attemptsToN8n(sender).filter(isInWarmUp);
	const isInBurst = ({ sentAt }: Attempt) =>
		bursts.some(({ from, to }) => sentAt >= from && sentAt < to);
	const durations = attempts.map(({ durationMs }) => durationMs);
	const waits = attempts.map(({ dueAt, sentAt }) => sentAt - dueAt);
	checks.atMost('99th percentile of the responses, ms', percentile99(durations), MAX_P99_MS);
	checks.report(
		'the same for requests sent outside of the minutes of the bursts, ms',
		percentile99(
			attempts.filter((attempt) => !isInBurst(attempt)).map(({ durationMs }) => durationMs),
		),
	);
	checks.report(
		'99th percentile in the warm-up, in which n8n knows no vehicle, ms',
		percentile99(warmUp.map(({ durationMs }) => durationMs)),
	);
	checks.report('slowest response, ms', Math.round(largest(durations)));
	checks.report(
		`99th percentile of the wait for one of ${connections} connections, s`,
		toSeconds(percentile99(waits)),
	);
	checks.report('longest wait for a connection, s', toSeconds(largest(waits)));
	checks.report(
		'99th percentile from when an attempt was due to its response, s',
		toSeconds(
			percentile99(attempts.map(({ dueAt, sentAt, durationMs }) => sentAt - dueAt + durationMs)),
		),
	);
	checks.report(
		'seconds from the last response until all executions had finished',
		Math.round(secondsToFinish),
	);
}

/** Checks how much a process grows a minute. In a short run this is only reported. */
function checkGrowth(
	checks: CheckList,
	description: string,
	sizes: Point[],
	{ allowedMegabytes, isFullLength }: { allowedMegabytes: number; isFullLength: boolean },
): void {
	if (isFullLength) checks.atLeast(`samples of the ${description}`, sizes.length, MIN_SAMPLES);
	const [first, last] = [sizes[0], sizes.at(-1)];
	const text = `${description}, MB a minute (from ${toMegabytes(first?.value ?? NaN)} to ${toMegabytes(last?.value ?? NaN)} MB)`;
	const growth = Number((slopePerMinute(sizes) / MEBIBYTE).toFixed(1));
	const minutes = ((last?.at ?? 0) - (first?.at ?? 0)) / MINUTE_MS;
	if (isFullLength || minutes >= MIN_MINUTES_TO_JUDGE_GROWTH)
		checks.atMost(text, growth, allowedMegabytes);
	else checks.report(text, growth);
}

function checkMemory(checks: CheckList, { processes, scale }: FleetRun): void {
	const isFullLength = scale >= 1;
	for (const { name, heaps, samples } of processes) {
		const usedHeaps = heaps.map(({ at, bytes }) => ({ at, value: bytes }));
		const resident = samples.map(({ at, residentBytes }) => ({ at, value: residentBytes }));
		checkGrowth(checks, `growth of the used heap after the warm-up: ${name}`, usedHeaps, {
			allowedMegabytes: MAX_HEAP_GROWTH_MB,
			isFullLength,
		});
		checkGrowth(
			checks,
			`growth of the memory (RSS, the lowest of each minute): ${name}`,
			lowestOfEachPeriod(resident, MINUTE_MS * scale),
			{ allowedMegabytes: MAX_MEMORY_GROWTH_MB, isFullLength },
		);
	}
	const peaks = processes.map(
		({ name, samples }) => `${name} ${toMegabytes(samples.at(-1)?.peakBytes ?? NaN)}`,
	);
	checks.report('peak memory, MB', peaks.join(', '));
}

/** How many processor cores were in use during the bursts. NaN if there are too few samples. */
function coresInBursts(samples: MachineSample[], bursts: FleetRun['bursts']): number {
	let processorSeconds = 0;
	let seconds = 0;
	for (const { from, to } of bursts) {
		const inBurst = samples.filter(({ at }) => at >= from && at <= to);
		const [first, last] = [inBurst[0], inBurst.at(-1)];
		if (first === undefined || last === undefined) continue;
		processorSeconds += last.processorSeconds - first.processorSeconds;
		seconds += (last.at - first.at) / 1000;
	}
	return processorSeconds / seconds;
}

/**
 * Shows what limits the rate: an n8n process can use about one core, and all programs together the
 * cores of the machine.
 */
function reportProcessors(checks: CheckList, { processes, machine, bursts }: FleetRun): void {
	const cores = (samples: MachineSample[]) => coresInBursts(samples, bursts).toFixed(1);
	checks.report(
		'processor cores in use during the bursts: what is used up breaks first',
		[
			...processes.map(({ name, samples }) => `${name} ${cores(samples)}`),
			`all programs ${cores(machine)} of ${cpus().length}`,
		].join(', '),
	);
}

/**
 * `execution_data 640 (0 dead rows), processed_data 120 (31 dead rows)`: the growth of each table
 * in MB, without those whose size has hardly changed.
 */
function describeTables(before: TableSize[], after: TableSize[]): string {
	const sizesBefore = new Map(before.map(({ table, bytes }) => [table, bytes]));
	return after
		.map(({ table, bytes, deadRows }) => {
			const growth = toMegabytes(bytes - (sizesBefore.get(table) ?? 0));
			return { table, growth, deadRows: deadRows === null ? '' : ` (${deadRows} dead rows)` };
		})
		.filter(({ growth }) => growth !== 0)
		.map(({ table, growth, deadRows }) => `${table} ${growth}${deadRows}`)
		.join(', ');
}

const sizeOf = ({ tables }: DatabaseSize) => tables.reduce((sum, { bytes }) => sum + bytes, 0);

const storeSizeOf = ({ tables }: DatabaseSize): number =>
	tables.find(({ table }) => table === STORE_TABLE)?.bytes ?? NaN;

function reportDatabase(
	checks: CheckList,
	{ sender, executions, sizeBefore, sizeAfter }: FleetRun,
): void {
	const perEvent = (bytes: number) => (bytes / KIBIBYTE / sender.events.size).toFixed(1);
	const growth = sizeOf(sizeAfter) - sizeOf(sizeBefore);
	// It depends on when the database has last removed dead rows of it.
	const storeGrowth = storeSizeOf(sizeAfter) - storeSizeOf(sizeBefore);
	const storedBytes = executions.reduce((sum, { bytes }) => sum + bytes, 0);
	checks.report('growth of the database, MB', toMegabytes(growth));
	checks.report('growth of its tables, MB', describeTables(sizeBefore.tables, sizeAfter.tables));
	checks.report(
		'growth of the database without the deduplication store, for each event, KB',
		perEvent(growth - storeGrowth),
	);
	if (sizeBefore.writtenLogBytes !== null && sizeAfter.writtenLogBytes !== null) {
		const written = sizeAfter.writtenLogBytes - sizeBefore.writtenLogBytes;
		checks.report("written to PostgreSQL's log, GB", (written / GIBIBYTE).toFixed(1));
		checks.report("written to PostgreSQL's log for each event, KB", perEvent(written));
	}
	checks.report("n8n's data of an execution for each event, KB", perEvent(storedBytes));
	checks.report(
		"size of n8n's deduplication store at the end, MB",
		`${toMegabytes(storeSizeOf(sizeAfter))}, its current rows ${(sizeAfter.storeBytes / MEBIBYTE).toFixed(1)}`,
	);
}

/** Checks a run of the fleet scenario. */
export function checkFleetRun(run: FleetRun): CheckList {
	const checks = new CheckList();
	reportRates(checks, run);
	reportAttempts(checks, run);
	checkEvents(checks, run);
	checkExecutions(checks, run);
	checkAlerts(checks, run);
	checkResponses(checks, run);
	checkMemory(checks, run);
	reportProcessors(checks, run);
	reportDatabase(checks, run);
	return checks;
}
