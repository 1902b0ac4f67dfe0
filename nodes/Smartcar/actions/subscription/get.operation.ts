import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { subscriptionDocument } from '../../schemas/subscription';
import type { SmartcarApi } from '../../transport/api';
import { buildPath } from '../../transport/path';
import { optionsField, simplifyField, subscriptionField } from '../common.descriptions';
import { readFlag, readId } from '../parameters';
import { simplifySubscription } from './simplify';

const properties: INodeProperties[] = [subscriptionField, simplifyField, optionsField()];

export const description = updateDisplayOptions(
	{ show: { resource: ['subscription'], operation: ['get'] } },
	properties,
);

/** `GET /subscriptions/{subscriptionId}` (spec). */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const subscriptionId = readId(this, item, 'subscriptionId', 'Subscription');
	const simplify = readFlag(this, item, 'simplify', 'Simplify');
	const path = buildPath('subscriptions', subscriptionId);
	const { data: document } = await api.request(
		{ method: 'GET', host: 'managementUrl', path },
		subscriptionDocument,
	);
	return [simplify ? simplifySubscription(document.data) : document.data];
}
