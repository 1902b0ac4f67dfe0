import type { IDataObject } from 'n8n-workflow';
import { readEventId } from '../../nodes/SmartcarTrigger/delivery/readEventId';
import { parseEvent } from '../../nodes/SmartcarTrigger/event/parser';
import type { SmartcarEvent } from '../../nodes/SmartcarTrigger/event/types';

/** The parsed event of a delivery with this body. */
export const eventFrom = (body: IDataObject): SmartcarEvent =>
	parseEvent(body, readEventId({ body, bytes: Buffer.from(JSON.stringify(body)) }));
