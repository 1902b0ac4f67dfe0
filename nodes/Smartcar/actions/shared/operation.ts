import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { FailedResult } from './errorItem';

export interface Operation {
	/** The parameters. `Smartcar.node.ts` shows them for this operation only. */
	properties: INodeProperties[];
	/**
	 * Runs the operation for one input item and returns the output objects. With Continue On Fail
	 * some of them may be a FailedResult.
	 */
	execute(
		this: IExecuteFunctions,
		itemIndex: number,
		client: SmartcarClient,
	): Promise<Array<IDataObject | FailedResult>>;
}
