import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';

export interface Operation {
	/** The parameters of the operation. */
	description: INodeProperties[];
	/** Runs the operation for one input item and returns the output objects. */
	execute(
		this: IExecuteFunctions,
		itemIndex: number,
		client: SmartcarClient,
	): Promise<IDataObject[]>;
}
