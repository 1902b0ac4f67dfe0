import type { INodePropertyOptions } from 'n8n-workflow';
import { KNOWN_SIGNALS } from '../../shared/signals';

/** `IsCabinHVACActive` → `Is Cabin HVAC Active`. */
const words = (name: string) => name.replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');

/** The known signals to pick from, by group. */
export const signalOptions: INodePropertyOptions[] = KNOWN_SIGNALS.map(({ code, group, name }) => ({
	name: `${words(group)}: ${words(name)}`,
	value: code,
}));
