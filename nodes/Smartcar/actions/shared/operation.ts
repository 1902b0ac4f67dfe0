import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { FailedResult } from './errorItem';

export interface Operation {
	/** The parameters of the operation. */
	description: INodeProperties[];
	/** Runs the operation for one input item and returns the output objects. Only with Continue On Fail some may have failed. */
	execute(
		this: IExecuteFunctions,
		itemIndex: number,
		client: SmartcarClient,
	): Promise<Array<IDataObject | FailedResult>>;
}
