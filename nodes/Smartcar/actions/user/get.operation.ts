import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { readApiVersion, versionFields } from '../shared/apiVersion';
import { addHeadersOption, optionsField, userOption } from '../shared/common.descriptions';
import { readConnections, userIdOf } from '../shared/connections';
import { userLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders } from '../shared/parameters';
import { openObject } from '../shared/schema';
import { toUser } from './connectedUser';

const v3Fields: INodeProperties[] = [userLocator.field, optionsField(addHeadersOption)];

const v2UserOption: INodeProperties = {
	...userOption,
	description: 'The user to return, if the token is that of an application',
};

export const properties: INodeProperties[] = [
	...versionFields,
	...updateDisplayOptions({ show: { apiVersion: ['v3'] } }, v3Fields),
	...updateDisplayOptions({ show: { apiVersion: ['v2.0'] } }, [
		optionsField(addHeadersOption, v2UserOption),
	]),
];

export const userSchema = openObject({ id: z.string().min(1) });

/**
 * With v3 it returns a user with their vehicles, from `GET /connections`. With v2.0 it returns the
 * user of the access token, from `GET /v2.0/user`. See docs/contributing/smartcar-api.md#user-id.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const addHeaders = readAddHeaders(item);
	if (readApiVersion(item, client) === 'v2.0') {
		const { data, headers } = await client.request(
			{ method: 'GET', host: 'vehicleDataUrl', path: ['v2.0', 'user'] },
			userSchema,
		);
		return [withHeaders(data, headers, addHeaders)];
	}
	const userId = userLocator.read(item);
	const filters = { 'filter[userId]': userId };
	const groups = await readConnections(client, ['live', 'simulated'], filters, userIdOf);
	const [, connections = []] = groups.find(([id]) => id === userId) ?? [];
	const [first] = connections;
	if (first) return [withHeaders(toUser(userId, connections), first.headers, addHeaders)];
	throw item.error(
		`The user ${userId} has no connected vehicle`,
		"Check 'User'. User: Get Many lists the users who have connected a vehicle.",
	);
};
