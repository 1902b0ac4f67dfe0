import type { IDataObject } from 'n8n-workflow';
import { toSignalCode } from '../../../shared/signalCode';
import type { Webhook } from './schema';

/**
 * A webhook as a flat object. Triggers and signals are lists of signal codes. Missing values are
 * null.
 */
export function simplifyWebhook({ id, attributes, meta }: Webhook): IDataObject {
	const codes = (signals: Webhook['attributes']['triggers']) =>
		(signals ?? []).map((signal) =>
			typeof signal === 'string' ? toSignalCode(signal) : (signal.code ?? null),
		);
	return {
		name: attributes.name ?? null,
		isEnabled: attributes.isEnabled ?? null,
		callbackUri: attributes.callbackUri ?? null,
		errorCallbackUri: attributes.errorCallbackUri ?? null,
		autoSubscribe: attributes.autoSubscribe ?? null,
		triggers: codes(attributes.triggers),
		signals: codes(attributes.data),
		createdAt: meta?.createdAt ?? null,
		id,
	};
}
