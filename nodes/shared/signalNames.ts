import { KNOWN_SIGNALS, type KnownSignal } from './signals';

/** `IsCabinHVACActive` → `Is Cabin HVAC Active`. */
export const words = (name: string) =>
	name.replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');

/** What a signal is called in a list: `Traction Battery: State Of Charge`. */
export const signalName = ({ group, name }: KnownSignal) => `${words(group)}: ${words(name)}`;

/** The groups of the known signals, in the order of the alphabet. */
export const KNOWN_GROUPS: readonly string[] = [
	...new Set(KNOWN_SIGNALS.map(({ group }) => group)),
].sort();
