import type { INodeProperties } from 'n8n-workflow';
import { optionsCollection } from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import {
	buildConnectLink,
	connectLinkOptions,
	externalUserIdField,
	readLinkBase,
	toExternalUserId,
} from './connectLink';

const externalUserIdOption: INodeProperties = {
	...externalUserIdField,
	description:
		'Your own ID for the owner. It replaces the ID that Smartcar has stored. If you know that ID, enter it again: Smartcar does not document whether it keeps the ID if you leave this empty.',
};

export const properties: INodeProperties[] = [
	vehicleLocator.field,
	optionsCollection(externalUserIdOption, ...connectLinkOptions),
];

/** Builds the link on which an owner signs in again, so that Smartcar can read the vehicle. */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicleId = vehicleLocator.read(item);
	// Null if an expression has no result, as for an owner without such an ID.
	const idValue = item.readOption(externalUserIdOption) ?? '';
	const externalUserId = idValue === '' ? undefined : toExternalUserId(item, idValue);
	const base = await readLinkBase(item, client);
	const link = buildConnectLink(base, 'reauthenticate', 'vehicle_id', {
		vehicle_id: vehicleId,
		external_id: externalUserId,
	});
	return [{ link, vehicleId, externalUserId: externalUserId ?? null }];
};
