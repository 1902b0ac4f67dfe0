import { batterySignals } from './batterySignals';
import { bodySignals } from './bodySignals';
import { chargeSignals } from './chargeSignals';
import { maintenanceSignals } from './maintenanceSignals';
import type { SignalDefinition } from './signalDefinition';
import { vehicleSignals } from './vehicleSignals';

const signals = [
	...vehicleSignals,
	...bodySignals,
	...maintenanceSignals,
	...batterySignals,
	...chargeSignals,
];

/** Every signal of the service, by code. See docs/contributing/smartcar-api.md#signals. */
export const signalCatalog: ReadonlyMap<string, SignalDefinition> = new Map(
	signals.map((definition) => [definition.code, definition]),
);

/**
 * Returns the definition of a signal.
 * @throws RangeError for an unknown code
 */
export function signalDefinition(code: string): SignalDefinition {
	const definition = signalCatalog.get(code);
	if (definition === undefined) throw new RangeError(`there is no signal '${code}'`);
	return definition;
}
