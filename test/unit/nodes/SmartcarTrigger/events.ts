import type { IDataObject } from 'n8n-workflow';
import type { SmartcarEvent } from '../../../../nodes/SmartcarTrigger/event/types';
import {
	readParameters,
	type TriggerParameters,
} from '../../../../nodes/SmartcarTrigger/parameters';
import { eventFrom } from '../../../support/eventFrom';
import { eventFixture } from '../../../fixtures/eventFixtures';

/** The parsed event of a file in test/fixtures/events. */
export const event = (fixtureName: string): SmartcarEvent => eventFrom(eventFixture(fixtureName));

/** The parameters of a new node with these changes. */
export function parameters(changes: IDataObject = {}): TriggerParameters {
	const all: IDataObject = { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'], ...changes };
	return readParameters((name) => all[name]);
}
