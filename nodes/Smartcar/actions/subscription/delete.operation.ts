import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { nothing } from '../shared/nothing';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { subscriptionLocator } from '../shared/locators';
import { readAddHeaders } from '../shared/options';
import { withHeaders } from '../shared/responseHeaders';

const properties: INodeProperties[] = [subscriptionLocator.field, optionsField(addHeadersOption)];

export const description = updateDisplayOptions(
	{ show: { resource: ['subscription'], operation: ['delete'] } },
	properties,
);

/** A 404 about the path or the version is about the address, not about the subscription (service: error types). */
const isGone: ApiRequest['accepts'] = (status, error) =>
	status === 404 && error !== undefined && error.code !== 'PATH' && error.code !== 'VERSION';

/** `DELETE /subscriptions/{subscriptionId}` (service: management API). One that is gone already is a success. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const subscriptionId = subscriptionLocator.read(this, item);
	const addHeaders = readAddHeaders(this, item);
	const path = buildPath('subscriptions', subscriptionId);
	const { headers } = await api.request(
		{ method: 'DELETE', host: 'managementUrl', path, accepts: isGone },
		nothing,
	);
	const result = { deleted: true };
	return [withHeaders(addHeaders, result, headers)];
}
