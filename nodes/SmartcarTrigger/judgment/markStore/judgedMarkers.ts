import { OVERWRITE_WINDOW_MS } from '../../storeCall';

/** That a process judges the conditions of a vehicle. */
export interface Judgment {
	/** A hash of the trigger and the vehicle. */
	vehicleHash: string;
	/**
	 * When, in Unix time. The clocks of the machines that run workers are expected to agree to a
	 * second.
	 */
	second: number;
}

const currentSecond = () => Math.floor(Date.now() / 1_000);

export const judgmentNow = (vehicleHash: string): Judgment => ({
	vehicleHash,
	second: currentSecond(),
});

/** The marker that a process records to tell the others that it has judged a vehicle. */
export const judgedMarker = ({ vehicleHash, second }: Judgment): string =>
	`${vehicleHash} judged at ${second}`;

/**
 * The judged markers of the seconds from a judgment until now. The store has one of them if a
 * process has judged the vehicle in such a second.
 */
export function judgedMarkersAfter({ vehicleHash, second }: Judgment): string[] {
	// Nobody asks about a judgment of more than ten seconds ago. The difference can be larger only if
	// the clock was set forward.
	const count = Math.min(currentSecond() - second, Math.ceil(OVERWRITE_WINDOW_MS / 1_000) + 1);
	return Array.from({ length: Math.max(0, count) }, (_, index) =>
		judgedMarker({ vehicleHash, second: second + index + 1 }),
	);
}
