import type { IDataObject } from 'n8n-workflow';
import {
	hasNoTirePressures,
	isTireUnitUncertain,
	tirePressuresOf,
} from '../../../shared/tirePressures';
import type { SmartcarClient } from '../../transport/client';
import { listSubjects } from '../../transport/runHints';
import type { Signal } from '../signal/schema';
import { hasCode, isReadable } from '../signal/simplify';

const uncertainUnitHint = (vehicleIds: string[]): string =>
	`The unit that Smartcar used for the tire pressures of ${listSubjects(vehicleIds)} is uncertain. They were converted from the most likely one, so check them before you rely on them.`;

const unknownTirePressuresHint = (vehicleIds: string[]): string =>
	`The tire pressures of ${listSubjects(vehicleIds)} have an unexpected format, or are not those of four tires. Signal: Get returns them as Smartcar sent them.`;

/** The body of the signal `wheel-tires`, if it could be read. */
export const tireBodyOf = (signals: Signal[]): IDataObject | undefined =>
	signals.find((signal) => hasCode(signal, 'wheel-tires') && isReadable(signal))?.attributes.body ??
	undefined;

/** Adds a hint if it is uncertain in which unit Smartcar has sent the tire pressures of a vehicle. */
export function warnOfUncertainTireUnit(
	client: SmartcarClient,
	vehicleId: string,
	body: IDataObject | undefined,
): void {
	if (isTireUnitUncertain(body)) client.hints.add({ subject: vehicleId, text: uncertainUnitHint });
}

/** Adds a hint if the pressures of all four tires are null although Smartcar has sent some. */
export function warnOfUnknownTirePressures(
	client: SmartcarClient,
	vehicleId: string,
	body: IDataObject | undefined,
): void {
	if (body === undefined || hasNoTirePressures(body)) return;
	const isKnown = Object.values(tirePressuresOf(body)).some((pressure) => pressure !== null);
	if (!isKnown) client.hints.add({ subject: vehicleId, text: unknownTirePressuresHint });
}
