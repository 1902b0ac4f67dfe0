import { listSubjects } from '../../transport/runHints';

/** Why there is no signal to return. */
interface NoSignalsReason {
	message: (vehicleIds: string[]) => string;
	advice: string;
	hint: (vehicleIds: string[]) => string;
}

const describeVehicles = (ids: string[]): string =>
	ids.length === 1 ? `the vehicle ${ids[0]}` : `${ids.length} vehicles (${listSubjects(ids)})`;

function defineReason(message: NoSignalsReason['message'], advice: string): NoSignalsReason {
	return { message, advice, hint: (vehicleIds) => `${message(vehicleIds)}. ${advice}` };
}

export const NOT_COLLECTED = defineReason(
	(vehicleIds) => `Smartcar has no signals for ${describeVehicles(vehicleIds)}`,
	'Smartcar collects signals only from vehicles that are subscribed to a webhook. Subscription: Create subscribes one.',
);

export const ALL_FAILED = defineReason(
	(vehicleIds) =>
		`Smartcar could not read any of the selected signals of ${describeVehicles(vehicleIds)}`,
	"Turn 'Skip Failed Signals' off to see why.",
);

export const FILTERED_OUT = defineReason(
	(vehicleIds) => `No signal of ${describeVehicles(vehicleIds)} matches the filters`,
	"Check 'Filters'.",
);
