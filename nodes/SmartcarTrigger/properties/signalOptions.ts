import type { INodePropertyOptions } from 'n8n-workflow';
import { signalName } from '../../shared/signalNames';
import { KNOWN_SIGNALS } from '../../shared/signals';

/** The known signals, by group. */
export const signalOptions: INodePropertyOptions[] = KNOWN_SIGNALS.map((signal) => ({
	name: signalName(signal),
	value: signal.code,
}));
