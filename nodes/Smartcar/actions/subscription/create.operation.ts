import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { toNodeError } from '../../transport/errors/nodeError';
import { readServiceError } from '../../transport/errors/serviceError';
import type { ApiRequest } from '../../transport/request';
import { listSentences, listSubjects } from '../../transport/runHints';
import { requestAcknowledgment } from '../shared/acknowledgment';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	userOption,
} from '../shared/common.descriptions';
import type { InputItem } from '../shared/inputItem';
import { vehicleLocator, webhookLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readBoolean, readNumberOption, readSimplify } from '../shared/parameters';
import { chooseUser } from '../shared/userOfVehicle';
import { waitForSubscription, type SubscriptionIds } from './findSubscription';
import type { Subscription } from './schema';
import { pendingSubscription, simplifySubscription } from './simplify';

/** With Wait for Subscription off, how long to look for a subscription that already exists. */
const EXISTING_WAIT_MS = 1000;

const waitField: INodeProperties = {
	displayName: 'Wait for Subscription',
	name: 'waitForSubscription',
	type: 'boolean',
	default: true,
	description:
		'Whether to wait until the subscription exists and return it. Smartcar responds earlier, without the ID.',
};

const maxWaitOption: INodeProperties = {
	displayName: 'Max Wait for Subscription (Seconds)',
	name: 'maxSubscriptionWait',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 30,
	description:
		'Longest time to look for the new subscription, at most 600. After that, the output has no ID. With Simplify, its field pending is true.',
	displayOptions: { show: { '/waitForSubscription': [true] } },
};

export const properties: INodeProperties[] = [
	webhookLocator.field,
	vehicleLocator.field,
	waitField,
	...simplifyFields,
	optionsField(addHeadersOption, userOption, maxWaitOption),
];

const notFoundHint = (reasons: string[]): string =>
	`The vehicle is subscribed or soon will be, but the node could not look up the subscription, so the output has no ID: ${listSentences(reasons)}.`;

const notListedHint = (answers: string[]): string =>
	`Smartcar answered that the vehicle is already subscribed, but does not list the subscription: ${listSubjects(answers)}. Check in the Smartcar dashboard whether the vehicle is subscribed to the webhook.`;

interface SubscriptionResponse {
	body: IDataObject | '' | null | undefined;
	headers: Record<string, string>;
	/** What Smartcar says about a subscription that exists already. Undefined if there was none. */
	conflict: string | undefined;
}

/** `POST /subscriptions`. Smartcar responds with 202, or with 409 if the subscription exists. */
async function requestSubscription(
	client: SmartcarClient,
	ids: SubscriptionIds,
): Promise<SubscriptionResponse> {
	const request: ApiRequest = {
		method: 'POST',
		host: 'managementUrl',
		path: ['subscriptions'],
		body: { data: { attributes: { ...ids } } },
		// A vehicle that cannot be reached now is a 409, too.
		isExpectedError: (status, error) =>
			status === 409 && error?.type?.toUpperCase() !== 'VEHICLE_STATE',
	};
	const { body, status, headers } = await requestAcknowledgment(client, request);
	if (status !== 409) return { body, headers, conflict: undefined };
	const conflict = readServiceError(body)?.description ?? `HTTP ${status}`;
	return { body, headers, conflict };
}

/**
 * Looks up the subscription that a request has created or that existed before, which can be one of
 * another user of the vehicle. Adds a hint if the list cannot be read, or lacks one that exists.
 *
 * @param conflict as in `SubscriptionResponse`
 */
async function lookUpSubscription(
	item: InputItem,
	client: SmartcarClient,
	ids: SubscriptionIds,
	maxWaitMs: number,
	conflict: string | undefined,
): Promise<Subscription | undefined> {
	try {
		const exists = conflict !== undefined;
		const found = await waitForSubscription(client, ids, maxWaitMs, exists);
		if (found === undefined && exists) {
			const subject = `${ids.vehicleId} (${conflict})`;
			client.hints.add({ subject, text: notListedHint });
		}
		return found;
	} catch (error) {
		if (!(error instanceof NodeApiError)) throw toNodeError(item.node, error);
		client.hints.add({ subject: error.message, text: notFoundHint });
		return undefined;
	}
}

/**
 * `POST /subscriptions`. The response has no ID, so the operation looks up the subscription
 * afterward. A 409 is a success, too: the vehicle is already subscribed, and the operation returns
 * the existing subscription. See docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const webhookId = webhookLocator.read(item);
	const vehicleId = vehicleLocator.read(item);
	const wait = readBoolean(item, waitField);
	const maxWaitMs = readNumberOption(item, maxWaitOption) * 1000;
	const simplify = readSimplify(item);
	const addHeaders = readAddHeaders(item);

	// The signals of the webhook decide which permissions are needed, so take the user with the most.
	const { userId } = await chooseUser(item, client, vehicleId, []);
	const ids: SubscriptionIds = { webhookId, vehicleId, userId };
	const { body, headers, conflict } = await requestSubscription(client, ids);
	const alreadySubscribed = conflict !== undefined;
	const maxLookUpMs = wait ? maxWaitMs : EXISTING_WAIT_MS;
	const subscription =
		wait || alreadySubscribed
			? await lookUpSubscription(item, client, ids, maxLookUpMs, conflict)
			: undefined;
	// Without the subscription, the body of a 409 is only an error, so the output is simplified.
	if (!simplify && (subscription || !alreadySubscribed))
		return [withHeaders(subscription ?? (body || {}), headers, addHeaders)];
	const fields = subscription ? simplifySubscription(subscription) : pendingSubscription(ids);
	const result = { pending: subscription === undefined, alreadySubscribed, ...fields };
	return [withHeaders(result, headers, addHeaders)];
};
