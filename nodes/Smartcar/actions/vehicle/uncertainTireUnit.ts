import { isTireUnitUncertain } from '../../../shared/tirePressures';
import type { SmartcarClient } from '../../transport/client';
import { listSubjects } from '../../transport/runHints';
import type { Signal } from '../signal/schema';
import { hasCode, isReadable } from '../signal/simplify';

const uncertainUnitHint = (vehicleIds: string[]): string =>
	`It is unclear which unit Smartcar used for the tire pressures of ${listSubjects(vehicleIds)}. They were converted from the most likely one, so check them before you rely on them.`;

/** Adds a hint if it is uncertain in which unit Smartcar has sent the tire pressures of a vehicle. */
export function warnOfUncertainTireUnit(
	client: SmartcarClient,
	vehicleId: string,
	signals: Signal[],
): void {
	const tires = signals.find((signal) => hasCode(signal, 'wheel-tires') && isReadable(signal));
	if (isTireUnitUncertain(tires?.attributes.body))
		client.hints.add({ subject: vehicleId, text: uncertainUnitHint });
}
