import { KNOWN_SIGNALS, type KnownSignal } from './signals';

/** Splits a name into words: `IsCabinHVACActive` becomes `Is Cabin HVAC Active`. */
export const splitCamelCase = (name: string) =>
	name.replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');

/** The name of a signal in lists: `Traction Battery: State Of Charge`. */
export const signalName = ({ group, name }: KnownSignal) =>
	`${splitCamelCase(group)}: ${splitCamelCase(name)}`;

/** The groups of the known signals, sorted by name. */
export const KNOWN_GROUPS: readonly string[] = [
	...new Set(KNOWN_SIGNALS.map(({ group }) => group)),
].sort();
