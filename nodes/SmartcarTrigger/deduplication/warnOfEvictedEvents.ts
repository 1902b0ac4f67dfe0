import { triggerKey } from '../triggerKey';
import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';
import { logHourly, type LogContext } from '../log';

/** By trigger, the events of a period of three minutes. The next event after it begins a new one. */
const periods = new Map<string, { startedAt: number; count: number }>();

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
	const trigger = triggerKey(this);
	const period = periods.get(trigger);
	const now = performance.now();
	if (period !== undefined && now - period.startedAt < RETRY_PERIOD_MS) {
		period.count += recorded;
		return;
	}
	periods.set(trigger, { startedAt: now, count: recorded });
	if (period === undefined || period.count <= rememberedEvents) return;
	logHourly.call(
		this,
		'warn',
		'evicted events',
		`recorded ${period.count} events in three minutes. Smartcar retries an event for that long, but 'Events Remembered Across Restarts' is ${rememberedEvents}, so an event may run again after a restart or in queue mode. Set the option to more than ${period.count} or, in queue mode, to 10 times the events that all workers get in a minute. Above 10,000, also turn on Combine Events.`,
	);
}
