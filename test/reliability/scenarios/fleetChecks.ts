import { CheckList } from '../checkList';
import type { DatabaseSize } from '../instances/databaseSize';
import type { FleetEvent } from '../sending/fleetEvents';
import type { Attempt, FleetSender } from '../sending/fleetSender';
import { countOccurrences, repeatedEvents, type StoredExecution } from '../storedExecutions';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

const MAX_P99_MS = 2_000;

/**
 * How much the heap of a process may grow after the warm-up: n8n's caches, and for each event its ID. What the trigger knows
 * about vehicles has a limit, which the warm-up of a full run reaches.
 */
const ALLOWED_GROWTH_MB = 24;
const ALLOWED_BYTES_PER_EVENT = 300;

/** How much the heap of a process may grow with so many events, in bytes. */
export const allowedHeapGrowth = (events: number): number =>
	ALLOWED_GROWTH_MB * MEBIBYTE + events * ALLOWED_BYTES_PER_EVENT;

/** Events a second. */
export interface FleetRates {
	/** Answered by a trigger that starts nothing. */
	ceiling: number;
	/** Answered and executed if the sender waits for responses. */
	carried: number;
	/** Of the run, without copies and bursts. */
	used: number;
}

/** An n8n process. Sizes in bytes. */
export interface FleetProcess {
	name: string;
	/** After the warm-up. */
	heapBefore: number;
	heapAfter: number;
	peak: number | undefined;
}

/** What a run of the fleet scenario has shown. */
export interface FleetRun {
	rates: FleetRates;
	sender: Pick<
		FleetSender,
		'attempts' | 'events' | 'acknowledgedEventIds' | 'copiesSent' | 'longestWaitMs'
	>;
	meetsCondition: (event: FleetEvent) => boolean;
	vehicleId: (event: FleetEvent) => string;
	/** When the bursts were sent, in milliseconds of the sender's clock. */
	bursts: Array<{ from: number; to: number }>;
	/** From the last response until all executions had finished. */
	secondsToFinish: number;
	executions: StoredExecution[];
	processes: FleetProcess[];
	/** How much a heap may have grown, in bytes. */
	allowedGrowth: number;
	sizeBefore: DatabaseSize;
	sizeAfter: DatabaseSize;
}

const toMegabytes = (bytes: number) => Math.round(bytes / MEBIBYTE);

/** The duration that 99 % of the attempts do not exceed, milliseconds. */
function percentile99(attempts: Attempt[]): number {
	const sorted = attempts.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
	return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}

/** Checks that no event was lost or repeated. */
function checkEvents(
	checks: CheckList,
	{ sender: { events, acknowledgedEventIds }, executions }: FleetRun,
): void {
	const successful = executions.filter(({ status }) => status === 'success');
	const emitted = countOccurrences(
		successful.flatMap(({ emittedItems }) =>
			emittedItems.flatMap(({ eventId, condition }) => (condition === undefined ? eventId : [])),
		),
	);
	checks.equal('events answered 2xx', acknowledgedEventIds.size, events.size);
	checks.empty(
		'events answered 2xx that are missing',
		[...acknowledgedEventIds].filter((eventId) => !emitted.has(eventId)),
	);
	checks.empty('events executed more than once', repeatedEvents(emitted));
	checks.equal('executions that failed', executions.length - successful.length, 0);
	checks.report('executions', executions.length);
}

/** Checks that each vehicle that meets the condition was reported once. */
function checkConditions(
	checks: CheckList,
	{ sender, executions, meetsCondition, vehicleId }: FleetRun,
): void {
	const met = new Set(
		[...sender.events.values()]
			.filter(({ eventId }) => sender.acknowledgedEventIds.has(eventId))
			.filter(meetsCondition)
			.map(vehicleId),
	);
	const reported = countOccurrences(
		executions.flatMap(({ emittedItems }) =>
			emittedItems.flatMap((item) => (item.condition === undefined ? [] : (item.vehicleId ?? ''))),
		),
	);
	checks.report('vehicles that meet a condition', met.size);
	checks.empty(
		'vehicles that meet a condition and were not reported',
		[...met].filter((id) => !reported.has(id)),
	);
	checks.empty('vehicles that a condition reported more than once', repeatedEvents(reported));
}

function checkResponses(checks: CheckList, { sender, bursts, secondsToFinish }: FleetRun): void {
	const { attempts, longestWaitMs } = sender;
	const isInBurst = ({ sentAt }: Attempt) =>
		bursts.some(({ from, to }) => sentAt >= from && sentAt < to);
	const slowest = attempts.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0);
	checks.atMost('99th percentile of the responses, ms', percentile99(attempts), MAX_P99_MS);
	checks.report(
		'the same without the bursts, ms',
		percentile99(attempts.filter((attempt) => !isInBurst(attempt))),
	);
	checks.report('slowest response, ms', Math.round(slowest));
	checks.report(
		'longest wait of a delivery for a free connection, s',
		Math.round(longestWaitMs / 1000),
	);
	checks.report(
		'seconds from the last response until all executions had finished',
		Math.round(secondsToFinish),
	);
}

function checkSizes(
	checks: CheckList,
	{ sender, allowedGrowth, executions, processes, sizeBefore, sizeAfter }: FleetRun,
): void {
	for (const { name, heapBefore, heapAfter } of processes) {
		checks.atMost(
			`growth of the used heap after the warm-up, MB: ${name} (from ${toMegabytes(heapBefore)})`,
			toMegabytes(heapAfter - heapBefore),
			toMegabytes(allowedGrowth),
		);
	}
	const peaks = processes.map(
		({ name, peak }) => `${name} ${peak === undefined ? 'unknown' : toMegabytes(peak)}`,
	);
	checks.report('peak memory, MB', peaks.join(', '));
	const perEvent = (bytes: number) => (bytes / KIBIBYTE / sender.events.size).toFixed(1);
	const storedBytes = executions.reduce((sum, { bytes }) => sum + bytes, 0);
	const databaseGrowth = sizeAfter.total - sizeBefore.total;
	checks.report('growth of the database, MB', toMegabytes(databaseGrowth));
	checks.report('growth of the database for each event, KB', perEvent(databaseGrowth));
	checks.report("n8n's data of an execution for each event, KB", perEvent(storedBytes));
	if (sizeAfter.deduplicationStore !== null)
		checks.report(
			"size of n8n's deduplication store at the end, MB",
			toMegabytes(sizeAfter.deduplicationStore),
		);
}

/** Checks a run of the fleet scenario. */
export function checkFleetRun(run: FleetRun): CheckList {
	const { rates, sender } = run;
	const responses = countOccurrences(sender.attempts.map(({ status }) => String(status ?? 'none')));
	const checks = new CheckList();
	checks.report(
		'requests a second answered by a trigger that starts nothing',
		Math.round(rates.ceiling),
	);
	checks.report(
		'events a second carried if the sender waits for responses',
		Math.round(rates.carried),
	);
	checks.report('events a second in this run, without bursts', Math.round(rates.used));
	checks.report('events', sender.events.size);
	checks.report('copies', sender.copiesSent);
	checks.report('responses', [...responses].map((entry) => entry.reverse().join(' × ')).join(', '));
	checkEvents(checks, run);
	checkConditions(checks, run);
	checkResponses(checks, run);
	checkSizes(checks, run);
	return checks;
}
