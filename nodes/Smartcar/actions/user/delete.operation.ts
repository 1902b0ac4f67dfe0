import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { ServiceError } from '../../transport/errors/serviceError';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import { userLocator } from '../shared/locators';
import { withHeaders } from '../shared/output';
import { readAddHeaders } from '../shared/parameters';
import { emptyBody } from '../shared/schema';

const properties: INodeProperties[] = [userLocator.field, optionsField(addHeadersOption)];

export const description = updateDisplayOptions(
	{ show: { resource: ['user'], operation: ['delete'] } },
	properties,
);

/**
 * Whether Smartcar says that the user is gone. A proxy can answer 404 too, and some codes mean a
 * wrong host or version.
 */
function isAlreadyDeleted(status: number, error: ServiceError | undefined): boolean {
	const isMissing = status === 404 && error?.type?.toUpperCase() === 'RESOURCE_NOT_FOUND';
	return isMissing && error.code !== 'PATH' && error.code !== 'VERSION';
}

/**
 * `DELETE /users/{userId}`. Removes the user with all connections. A user who is already gone is a
 * success with `deleted: false`.
 */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const userId = userLocator.read(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const { status, headers } = await client.request(
		{
			method: 'DELETE',
			host: 'signalsUrl',
			path: ['users', userId],
			isExpectedError: isAlreadyDeleted,
		},
		emptyBody,
	);
	return [withHeaders({ deleted: status !== 404 }, headers, addHeaders)];
}
