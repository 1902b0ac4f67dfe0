import type { IDataObject } from 'n8n-workflow';
import { eventWith, signal, type SimulatedN8n } from '../simulatedN8n';

export const CHARGE = 'tractionbattery-stateofcharge';

/** An event with the charge of a vehicle in percent. */
export const charge = (value: number, vehicleId?: string, meta?: IDataObject) =>
	eventWith([signal(CHARGE, { value, unit: 'percent' })], vehicleId, meta);

/** A row of the form. */
export const below20 = { signal: CHARGE, when: 'below', value: 20, resetAt: 25, unit: '%' };

/** The parameters of a trigger with these conditions. */
export const settings = (...values: IDataObject[]): IDataObject => ({
	events: ['CONDITION_MET'],
	conditions: { values },
});

/**
 * Delivers a series of values.
 * @param between what happens after each of them
 * @returns those that fired
 */
export async function fire(
	n8n: SimulatedN8n,
	series: number[],
	between: () => unknown = () => undefined,
) {
	const fired: unknown[] = [];
	for (const value of series) {
		for (const { observation } of await n8n.deliver(charge(value))) fired.push(observation.value);
		await between();
	}
	return fired;
}
