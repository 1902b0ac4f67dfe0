import { batterySignals } from './batterySignals';
import { bodySignals } from './bodySignals';
import { careSignals } from './maintenanceSignals';
import { carSignals } from './vehicleSignals';
import { chargeSignals } from './chargeSignals';
import type { SignalDefinition } from './signalDefinition';

const signals = [
	...carSignals,
	...bodySignals,
	...careSignals,
	...batterySignals,
	...chargeSignals,
];

/** The signals the simulated cars have: every code of the service's catalogue (service: signal catalogue). */
export const signalCatalogue: ReadonlyMap<string, SignalDefinition> = new Map(
	signals.map((definition) => [definition.code, definition]),
);

/** The definition of a code, which must be in the catalogue. */
export function signalDefinition(code: string): SignalDefinition {
	const definition = signalCatalogue.get(code);
	if (definition === undefined) throw new RangeError(`the simulated cars have no signal '${code}'`);
	return definition;
}
