import { jsonParse, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { parseEvent } from '../../../nodes/SmartcarTrigger/event/parser';
import type { EventFlags } from '../../../nodes/SmartcarTrigger/event/types';
import { toItem } from '../../../nodes/SmartcarTrigger/executionInput';

/** The item that `webhook()` leaves for `execute()`, as it comes back from n8n's database. */
export function storedItem(event: IDataObject, flags?: EventFlags): INodeExecutionData {
	const { json } = toItem({ event: parseEvent(event), flags: flags ?? {} });
	return { json: jsonParse<IDataObject>(JSON.stringify(json)) };
}
