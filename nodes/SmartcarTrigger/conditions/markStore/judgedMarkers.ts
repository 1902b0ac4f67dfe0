import { OVERWRITE_WINDOW_MS } from '../../storeCall';

/** When a process judges the conditions of a vehicle. */
export interface JudgedAt {
	/** Of the trigger and the vehicle, to identify it within the workflow. */
	vehicleHash: string;
	/** Unix time. The clocks of the machines that run workers are expected to agree to a second. */
	second: number;
}

const currentSecond = () => Math.floor(Date.now() / 1_000);

export const judgedNow = (vehicleHash: string): JudgedAt => ({
	vehicleHash,
	second: currentSecond(),
});

/** The marker by which a process tells the others that it has judged a vehicle. */
export const judgedMarker = ({ vehicleHash, second }: JudgedAt): string =>
	`${vehicleHash} judged at ${second}`;

/** The markers that a process records if it judges the vehicle after that second, until now. */
export function judgedMarkersAfter({ vehicleHash, second }: JudgedAt): string[] {
	// No change is repeated after ten seconds. The limit is for a clock that was set forward.
	const count = Math.min(currentSecond() - second, Math.ceil(OVERWRITE_WINDOW_MS / 1_000) + 1);
	return Array.from({ length: Math.max(0, count) }, (_, index) =>
		judgedMarker({ vehicleHash, second: second + index + 1 }),
	);
}
