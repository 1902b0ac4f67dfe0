import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { InvalidEntry } from '../../transport/listEntries';
import { invalidEntryError } from '../../transport/pagination';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { deleteIfExists, nothingDeletedHint } from '../shared/deleteOne';
import { toFailedResult, type FailedResult } from '../shared/errorItem';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import { subscriptionLocator, vehicleLocator, webhookLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readChoice } from '../shared/parameters';
import { listSubscriptions, subscriptionsRequest } from './findSubscription';
import { subscriptionReferenceSchema } from './schema';

const deleteByField: ChoiceField<'subscription' | 'vehicleAndWebhook'> = {
	displayName: 'Delete By',
	name: 'deleteBy',
	type: 'options',
	options: [
		{ name: 'Subscription', value: 'subscription', description: 'One subscription, by its ID' },
		{
			name: 'Vehicle and Webhook',
			value: 'vehicleAndWebhook',
			description:
				'All subscriptions of a vehicle to a webhook, for every user who connected the vehicle',
		},
	],
	default: 'subscription',
};

export const properties: INodeProperties[] = [
	deleteByField,
	...updateDisplayOptions({ show: { deleteBy: ['vehicleAndWebhook'] } }, [
		vehicleLocator.field,
		webhookLocator.field,
	]),
	{ ...subscriptionLocator.field, displayOptions: { show: { deleteBy: ['subscription'] } } },
	optionsField(addHeadersOption),
];

const deletionRequest = (subscriptionId: string): ApiRequest => ({
	method: 'DELETE',
	host: 'managementUrl',
	path: ['subscriptions', subscriptionId],
});

/**
 * Deletes the subscriptions of a vehicle to a webhook. There is one for each user who connected the
 * vehicle.
 */
async function deleteByVehicle(
	item: InputItem,
	client: SmartcarClient,
): Promise<Array<IDataObject | FailedResult>> {
	const vehicleId = vehicleLocator.read(item);
	const webhookId = webhookLocator.read(item);
	const addHeaders = readAddHeaders(item);
	// Without its vehicle or webhook, it is not known whether a subscription is to be deleted.
	const rejectInvalid = (entry: InvalidEntry) => {
		throw invalidEntryError(client, subscriptionsRequest, entry);
	};
	const subscriptions = await listSubscriptions(
		client,
		{ vehicleId, webhookId },
		subscriptionReferenceSchema,
		rejectInvalid,
	);
	if (subscriptions.length === 0) {
		const subject = `the vehicle ${vehicleId} is not subscribed to the webhook ${webhookId}`;
		client.hints.add({ subject, text: nothingDeletedHint });
		return [withHeaders({ deleted: false }, {}, addHeaders)];
	}
	const results: Array<IDataObject | FailedResult> = [];
	for (const { id: subscriptionId } of subscriptions) {
		try {
			const request = deletionRequest(subscriptionId);
			const { deleted, headers } = await deleteIfExists(client, request);
			results.push(withHeaders({ deleted, subscriptionId }, headers, addHeaders));
		} catch (error) {
			results.push(toFailedResult(item, error, { subscriptionId }));
		}
	}
	return results;
}

/**
 * `DELETE /subscriptions/{subscriptionId}`, once for the chosen subscription, or for each
 * subscription of a vehicle to a webhook.
 */
export const execute: Operation['execute'] = async (item, client) => {
	if (readChoice(item, deleteByField) === 'vehicleAndWebhook')
		return await deleteByVehicle(item, client);
	const subscriptionId = subscriptionLocator.read(item);
	const addHeaders = readAddHeaders(item);
	const { deleted, headers } = await deleteIfExists(client, deletionRequest(subscriptionId));
	return [withHeaders({ deleted }, headers, addHeaders)];
};
