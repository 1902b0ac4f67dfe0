/**
 * Wait before each attempt of a delivery, in ms of real time. After the last attempt the event is
 * dropped. See docs/contributing/smartcar-api.md#deliveries.
 */
const ATTEMPT_WAITS_MS = [0, 25_000, 50_000, 100_000] as const;

/** The waits in ms, multiplied by the time scale. Without retries there is one attempt. */
export function waitsBeforeAttempts(timeScale: number, retry: boolean): number[] {
	const waits = ATTEMPT_WAITS_MS.map((wait) => wait * timeScale);
	return retry ? waits : waits.slice(0, 1);
}
