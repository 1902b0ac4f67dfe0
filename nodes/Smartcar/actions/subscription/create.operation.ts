import { NodeApiError, updateDisplayOptions } from 'n8n-workflow';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { errorInBody } from '../../transport/errors/httpError';
import { toNodeError } from '../../transport/errors/nodeError';
import { readServiceError } from '../../transport/errors/serviceError';
import type { ApiRequest } from '../../transport/request';
import { listSubjects } from '../../transport/runHints';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	userOption,
} from '../shared/common.descriptions';
import { invalidParameterError } from '../shared/invalidParameterError';
import { vehicleLocator, webhookLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import {
	readAddHeaders,
	readBoolean,
	readOption,
	readSimplify,
	parseWholeNumber,
} from '../shared/parameters';
import { optionalBodySchema } from '../shared/schema';
import { chooseUser } from '../shared/userOfVehicle';
import { listSubscriptions, waitForSubscription, type SubscriptionIds } from './findSubscription';
import type { Subscription } from './schema';
import { pendingSubscription, simplifySubscription } from './simplify';

const DEFAULT_WAIT_S = 30;

const MAX_WAIT_S = 600;

const MAX_WAIT_LABEL = 'Max Wait for Subscription (Seconds)';

/** How long to look for a subscription that already exists when the user does not want to wait. */
const EXISTING_WAIT_MS = 1000;

const properties: INodeProperties[] = [
	webhookLocator.field,
	vehicleLocator.field,
	{
		displayName: 'Wait for Subscription',
		name: 'waitForSubscription',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the subscription exists and return it. Smartcar responds earlier, without the ID.',
	},
	...simplifyFields,
	optionsField(addHeadersOption, userOption, {
		displayName: MAX_WAIT_LABEL,
		name: 'maxSubscriptionWait',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_WAIT_S },
		default: DEFAULT_WAIT_S,
		description:
			'Longest time to look for the new subscription. After that the output is marked as pending and has no ID.',
	}),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['subscription'], operation: ['create'] } },
	properties,
);

function readMaxWait(context: IExecuteFunctions, itemIndex: number): number {
	const value = readOption(context, itemIndex, 'maxSubscriptionWait', DEFAULT_WAIT_S);
	const seconds = parseWholeNumber(value, 1, MAX_WAIT_S);
	if (seconds !== undefined) return seconds * 1000;
	const expected = `a whole number from 1 to ${MAX_WAIT_S}`;
	throw invalidParameterError(context, itemIndex, MAX_WAIT_LABEL, expected, value);
}

const notFoundHint = (reasons: string[]): string =>
	`The vehicle is subscribed or soon will be, but the node could not look up the subscription, so the output has no ID: ${reasons.join('. ')}.`;

const notListedHint = (answers: string[]): string =>
	`Smartcar answered that the vehicle is already subscribed, but does not list the subscription: ${listSubjects(answers)}. Check in the Smartcar dashboard whether the vehicle is subscribed to the webhook.`;

/**
 * Looks for a subscription that exists or will. One that exists can be of another user of the
 * vehicle. If the list cannot be read, or does not have one that exists, it adds a hint.
 *
 * @param conflict what Smartcar says about a subscription that exists
 */
async function findAccepted(
	context: IExecuteFunctions,
	client: SmartcarClient,
	ids: SubscriptionIds,
	maxWaitMs: number,
	conflict: string | undefined,
): Promise<Subscription | undefined> {
	try {
		const found = await waitForSubscription(client, ids, maxWaitMs);
		if (found !== undefined || conflict === undefined) return found;
		const [ofOtherUser] = await listSubscriptions(client, ids);
		if (ofOtherUser === undefined) {
			const subject = `${ids.vehicleId} (${conflict})`;
			client.hints.add({ subject, text: notListedHint });
		}
		return ofOtherUser;
	} catch (error) {
		if (!(error instanceof NodeApiError)) throw toNodeError(context.getNode(), error);
		client.hints.add({ subject: error.message, text: notFoundHint });
		return undefined;
	}
}

/**
 * `POST /subscriptions`. Smartcar responds with 202 and without an ID, so the operation looks for
 * the subscription afterward. A 409 is a success, too: the vehicle is already subscribed, and it
 * returns the existing subscription. See docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
export const execute: Operation['execute'] = async function (itemIndex, client) {
	const webhookId = webhookLocator.read(this, itemIndex);
	const vehicleId = vehicleLocator.read(this, itemIndex);
	const wait = readBoolean(this, itemIndex, 'waitForSubscription', 'Wait for Subscription', true);
	const maxWaitMs = readMaxWait(this, itemIndex);
	const simplify = readSimplify(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);

	// The signals of the webhook decide which permissions are needed, so take the user with the most.
	const { userId } = await chooseUser(this, itemIndex, client, vehicleId, []);
	const ids: SubscriptionIds = { webhookId, vehicleId, userId };
	const request: ApiRequest = {
		method: 'POST',
		host: 'managementUrl',
		path: ['subscriptions'],
		body: { data: { attributes: { ...ids } } },
		// A vehicle that cannot be reached now is a 409, too.
		isExpectedError: (status, error) =>
			status === 409 && error?.type?.toUpperCase() !== 'VEHICLE_STATE',
	};
	const { data: body, status, headers } = await client.request(request, optionalBodySchema);
	const alreadySubscribed = status === 409;
	let conflict: string | undefined;
	if (alreadySubscribed) {
		conflict = readServiceError(body)?.description ?? `HTTP ${status}`;
	} else {
		const error = errorInBody(client.details(request), { status, body, headers });
		if (error !== undefined) throw error;
	}
	const created =
		wait || alreadySubscribed
			? await findAccepted(this, client, ids, wait ? maxWaitMs : EXISTING_WAIT_MS, conflict)
			: undefined;
	if (!simplify && (created || !alreadySubscribed))
		return [withHeaders(created ?? (body || {}), headers, addHeaders)];
	const subscription = created ? simplifySubscription(created) : pendingSubscription(ids);
	const result = { pending: created === undefined, alreadySubscribed, ...subscription };
	return [withHeaders(result, headers, addHeaders)];
};
