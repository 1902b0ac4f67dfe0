import type { IDataObject } from 'n8n-workflow';
import { Answer } from '../../../../nodes/SmartcarTrigger/delivery/reply';
import type { SmartcarEvent } from '../../../../nodes/SmartcarTrigger/event/types';
import { parse } from '../../../../nodes/SmartcarTrigger/event/parser';
import { readSettings, type Settings } from '../../../../nodes/SmartcarTrigger/parameters';
import { fixture } from '../../../fixtures/events';

/** An event in the trigger's normal form. */
export function parsed(body: IDataObject): SmartcarEvent {
	const event = parse(body);
	if (event instanceof Answer) throw new Error(JSON.stringify(event));
	return event;
}

/** The fixture of this number in the trigger's normal form. */
export const event = (number: number): SmartcarEvent => parsed(fixture(number));

/** The node's parameters, as a user left them but for these. */
export function settings(parameters: IDataObject = {}): Settings {
	const all: IDataObject = { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'], ...parameters };
	return readSettings((name) => all[name]);
}
