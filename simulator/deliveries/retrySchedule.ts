/** Waits before the attempts of a delivery, ms of real time; then the event is dropped (service: transport). */
const ATTEMPT_WAITS_MS = [0, 25_000, 50_000, 100_000] as const;

/** The waits at a time scale; without retries only the first. */
export function attemptWaits(timeScale: number, retry: boolean): number[] {
	const waits = ATTEMPT_WAITS_MS.map((wait) => wait * timeScale);
	return retry ? waits : waits.slice(0, 1);
}
