import { getOrCreate } from '../../shared/getOrCreate';
import { triggerKey } from '../triggerKey';
import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';
import type { LogContext } from '../limitedLog';
import { logHourly } from '../logHourly';

/** Counts events in periods of three minutes. The first event after a period begins a new one. */
class EventCounter {
	private startedAt = -Infinity;

	private count = 0;

	/**
	 * Adds events to the current period, or begins a new period with them.
	 * @returns if a new one begins, how many events the one before had
	 */
	add(count: number): number | undefined {
		const now = performance.now();
		if (now - this.startedAt < RETRY_PERIOD_MS) {
			this.count += count;
			return undefined;
		}
		const ended = this.count;
		this.startedAt = now;
		this.count = count;
		return ended;
	}
}

/** By trigger. */
const counters = new Map<string, EventCounter>();

const counterFor = (trigger: string) => getOrCreate(counters, trigger, () => new EventCounter());

/**
 * Warns, at most once an hour, if n8n's store drops events that Smartcar may still send again: it
 * keeps fewer events than this process has recorded in three minutes. In queue mode each worker
 * counts the events that it has recorded itself.
 * @param recorded how many new events an execution has recorded
 * @param rememberedEvents how many events the store keeps
 */
export function warnOfEvictedEvents(
	this: LogContext,
	recorded: number,
	rememberedEvents: number,
): void {
	const inThreeMinutes = counterFor(triggerKey(this)).add(recorded);
	if (inThreeMinutes === undefined || inThreeMinutes <= rememberedEvents) return;
	logHourly.call(
		this,
		'warn',
		'evicted events',
		`recorded ${inThreeMinutes} events in three minutes. Smartcar retries an event for that long, but 'Events Remembered Across Restarts' is ${rememberedEvents}, so an event may run again after a restart or in queue mode. Set the option to more than ${inThreeMinutes} or, in queue mode, to 10 times the events that all workers get in a minute. Above 10,000, also turn on Combine Events.`,
	);
}
