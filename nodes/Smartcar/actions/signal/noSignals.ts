import type { Failure } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { listSubjects } from '../../transport/runHints';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import { readChoiceOption } from '../shared/parameters';

/** Why there is no signal to return. */
interface NoSignalsReason {
	message: (vehicleIds: string[]) => string;
	advice: string;
	cause: Failure['cause'];
	hint: (vehicleIds: string[]) => string;
}

const describeVehicles = (ids: string[]): string =>
	ids.length === 1 ? `the vehicle ${ids[0]}` : `${ids.length} vehicles (${listSubjects(ids)})`;

function defineReason(
	message: NoSignalsReason['message'],
	advice: string,
	cause: Failure['cause'] = 'configuration-invalid',
): NoSignalsReason {
	return { message, advice, cause, hint: (vehicleIds) => `${message(vehicleIds)}. ${advice}` };
}

export const NOT_COLLECTED = defineReason(
	(vehicleIds) => `Smartcar has no signals for ${describeVehicles(vehicleIds)}`,
	'Smartcar collects signals only from vehicles that are subscribed to a webhook. Subscription: Create subscribes one.',
);

export const NOT_SENT = defineReason(
	(vehicleIds) =>
		`Smartcar sent an incomplete list of the signals of ${describeVehicles(vehicleIds)}, without one that could be returned`,
	'Try again later. Signal: Get reads a single signal.',
	'temporarily-unavailable',
);

export const NONE_READABLE = defineReason(
	(vehicleIds) =>
		`Smartcar could not read any value of Get State for ${describeVehicles(vehicleIds)}`,
	'Signal: Get Many shows why.',
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

/** The value of the option If No Signals. */
export type IfNoSignals = 'fail' | 'hint';

/**
 * Defines the option If No Signals.
 *
 * @param description says when the option applies
 * @param hintDescription says what the node returns if it does not fail
 */
export const defineIfNoSignals = (
	description: string,
	hintDescription: string,
): ChoiceField<IfNoSignals> => ({
	displayName: 'If No Signals',
	name: 'ifNoSignals',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'The node fails' },
		{ name: 'Show a Hint', value: 'hint', description: hintDescription },
	],
	default: 'hint',
	description,
});

export const readIfNoSignals = (item: InputItem, field: ChoiceField<IfNoSignals>): IfNoSignals =>
	readChoiceOption(item, field, ['hint', 'fail']);

/**
 * Reports that there is no signal to return: with a hint, or by throwing an error if If No Signals
 * is set to Fail.
 */
export function reportNoSignals(
	item: InputItem,
	client: SmartcarClient,
	vehicleId: string,
	{ reason, ifNoSignals }: { reason: NoSignalsReason; ifNoSignals: IfNoSignals },
): void {
	if (ifNoSignals === 'fail')
		throw item.error(reason.message([vehicleId]), reason.advice, reason.cause);
	client.hints.add({ subject: vehicleId, text: reason.hint });
}
