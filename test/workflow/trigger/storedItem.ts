import { jsonParse, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import type { EventFlags } from '../../../nodes/SmartcarTrigger/event/types';
import { toItem } from '../../../nodes/SmartcarTrigger/executionInput';
import { eventFrom } from '../../support/eventFrom';

/** The item that `webhook()` returns for `execute()`, as n8n reads it from its database. */
export function storedItem(event: IDataObject, flags?: EventFlags): INodeExecutionData {
	const { json } = toItem({ event: eventFrom(event), flags: flags ?? {} });
	return { json: jsonParse<IDataObject>(JSON.stringify(json)) };
}
