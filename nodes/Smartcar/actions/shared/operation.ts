import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/client';

/**
 * One operation: its parameters, and what it does for one input item. The router turns the objects that it returns
 * into items, pairs them, and deals with what it throws.
 */
export interface Operation {
	description: INodeProperties[];
	execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]>;
}
