import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { nothing } from '../shared/nothing';
import type { SmartcarApi } from '../../transport/client';
import { answeredError } from '../../transport/errors/httpError';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { userLocator, vehicleLocator, webhookLocator } from '../shared/locators';
import { readAddHeaders, readOption } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { badParameter, readFlag, wholeNumber } from '../shared/parameters';
import { withHeaders } from '../shared/responseHeaders';
import { awaitSubscription, type Subscribed } from './findSubscription';
import { pendingSubscription, simplifySubscription } from './simplify';

const DEFAULT_WAIT_S = 30;
const MAX_WAIT_S = 600;

const properties: INodeProperties[] = [
	webhookLocator.field,
	vehicleLocator.field,
	userLocator.field,
	{
		displayName: 'Wait for Subscription',
		name: 'waitForSubscription',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the subscription exists and return it. Smartcar only says that it is being created, without its ID.',
	},
	...simplifyFields,
	optionsField(addHeadersOption, {
		displayName: 'Max Wait for Subscription',
		name: 'maxSubscriptionWait',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_WAIT_S },
		default: DEFAULT_WAIT_S,
		description:
			'How many seconds to look for the new subscription. After that the item comes out as pending, without an ID.',
	}),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['subscription'], operation: ['create'] } },
	properties,
);

function readMaxWait(context: IExecuteFunctions, item: number): number {
	const value = readOption(context, item, 'maxSubscriptionWait', DEFAULT_WAIT_S);
	const seconds = wholeNumber(value, 1, MAX_WAIT_S);
	if (seconds !== undefined) return seconds * 1000;
	const allowed = `a whole number of seconds from 1 to ${MAX_WAIT_S}`;
	throw badParameter(context, item, 'Max Wait for Subscription', allowed, value);
}

function creation({ webhookId, vehicleId, userId }: Subscribed): ApiRequest {
	return {
		method: 'POST',
		host: 'managementUrl',
		path: '/subscriptions',
		body: { data: { attributes: { webhookId, userId, vehicleId } } },
		accepts: (status) => status === 409,
	};
}

/** How long to look for a subscription that the service says exists already, for a user who does not want to wait. */
const EXISTING_WAIT_MS = 1000;

/**
 * `POST /subscriptions` (service: management API): the answer is 202 without an ID, so the subscription is looked for
 * afterwards. A vehicle that is subscribed already (409) is a success if that subscription can be found, which is then
 * returned.
 */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const wanted: Subscribed = {
		webhookId: webhookLocator.read(this, item),
		vehicleId: vehicleLocator.read(this, item),
		userId: userLocator.read(this, item),
	};
	const wait = readFlag(this, item, 'waitForSubscription', 'Wait for Subscription');
	const maxWaitMs = readMaxWait(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);

	const request = creation(wanted);
	const { data: answer, status, headers } = await api.request(request, nothing);
	const alreadySubscribed = status === 409;
	const waitMs = wait ? maxWaitMs : EXISTING_WAIT_MS;
	const found =
		wait || alreadySubscribed ? await awaitSubscription(api, wanted, waitMs) : undefined;
	if (alreadySubscribed && !found)
		throw answeredError(api.origin(request), { status, body: answer, headers });
	const about = { pending: found === undefined, alreadySubscribed };
	if (!simplify) return [withHeaders(addHeaders, found ?? (answer || {}), headers)];
	const result = found ? simplifySubscription(found) : pendingSubscription(wanted);
	return [withHeaders(addHeaders, { ...result, ...about }, headers)];
}
