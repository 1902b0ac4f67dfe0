import type { IDataObject } from 'n8n-workflow';
import { toSignalCode } from '../../../shared/signalCode';
import type { SignalReference, Webhook } from './schema';

/** The code of a signal, built from group and name if it is missing. */
function toCode(signal: SignalReference): string | null {
	if (typeof signal === 'string') return toSignalCode(signal);
	const { code, group, name } = signal;
	return code ?? (group && name ? toSignalCode(`${group}.${name}`) : null);
}

/**
 * A webhook as a flat object. Triggers and signals are lists of signal codes. Missing values are
 * null.
 */
export function simplifyWebhook({ id, attributes, meta }: Webhook): IDataObject {
	const toCodes = (signals: Webhook['attributes']['triggers']) => (signals ?? []).map(toCode);
	return {
		name: attributes.name ?? null,
		isEnabled: attributes.isEnabled ?? null,
		callbackUri: attributes.callbackUri ?? null,
		errorCallbackUri: attributes.errorCallbackUri ?? null,
		autoSubscribe: attributes.autoSubscribe ?? null,
		triggers: toCodes(attributes.triggers),
		signals: toCodes(attributes.data),
		createdAt: meta?.createdAt ?? null,
		id,
	};
}
