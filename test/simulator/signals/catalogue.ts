import { batterySignals } from './batterySignals';
import { carSignals } from './carSignals';
import type { SignalDefinition } from './definition';

/** The signals the simulated cars have: an excerpt of the service's catalogue (service: signal catalogue). */
export const signalCatalogue: ReadonlyMap<string, SignalDefinition> = new Map(
	[...carSignals, ...batterySignals].map((definition) => [definition.code, definition]),
);

/** The definition of a code, which must be in the catalogue. */
export function signalDefinition(code: string): SignalDefinition {
	const definition = signalCatalogue.get(code);
	if (definition === undefined) throw new RangeError(`the simulated cars have no signal '${code}'`);
	return definition;
}
