import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { FailedResult } from './errorItem';
import type { InputItem } from './inputItem';

export interface Operation {
	/** The parameters. `Smartcar.node.ts` shows them for this operation only. */
	properties: INodeProperties[];
	/**
	 * Runs the operation for one input item and returns the output objects. With Continue On Fail
	 * some of them may be a FailedResult.
	 */
	execute(item: InputItem, client: SmartcarClient): Promise<Array<IDataObject | FailedResult>>;
}
