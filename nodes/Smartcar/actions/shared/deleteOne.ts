import type { SmartcarClient } from '../../transport/client';
import { isNotFound } from '../../transport/errors/isNotFound';
import { toNodeError } from '../../transport/errors/nodeError';
import type { ApiRequest } from '../../transport/request';
import { listSubjects } from '../../transport/runHints';
import { requestAcknowledgment } from './acknowledgment';
import {
	addHeadersOption,
	commandOptionsField,
	optionsField,
	userOption,
} from './common.descriptions';
import { createIdReader, type IdReader, type Locator, vehicleLocator } from './locators';
import type { Operation } from './operation';
import { withHeaders } from './output';
import { readAddHeaders } from './parameters';
import { sendForUser } from './userOfVehicle';

interface DeleteOneOptions {
	/** The parameters that select the resource. */
	locators: Locator[];
	/**
	 * The permission that a user of the vehicle must have granted. Only for a resource in a vehicle,
	 * whose deletion is a command to the vehicle.
	 */
	userPermission?: string;
	request: (readId: IdReader, userId?: string) => Omit<ApiRequest, 'method'>;
	/** Sends the request and returns the headers of the response. The default is for any resource. */
	send?: (client: SmartcarClient, request: ApiRequest) => Promise<Record<string, string>>;
}

async function sendDeletion(client: SmartcarClient, request: ApiRequest) {
	const { headers } = await requestAcknowledgment(client, request);
	return headers;
}

/** The hint about resources that could not be deleted, because they do not exist. */
export const nothingDeletedHint = (subjects: string[]): string =>
	`There was nothing to delete: ${listSubjects(subjects)}. If you did not expect that, check the IDs.`;

/**
 * Sends the request of a deletion. If the resource does not exist, that is a success with a hint.
 *
 * @returns whether it was deleted, and the headers of the response
 */
export async function deleteIfExists(
	client: SmartcarClient,
	request: ApiRequest,
	send = sendDeletion,
): Promise<{ deleted: boolean; headers: Record<string, string> }> {
	try {
		return { deleted: true, headers: await send(client, request) };
	} catch (error) {
		const { node, path } = client.details(request);
		if (!isNotFound(error)) throw toNodeError(node, error);
		client.hints.add({ subject: path, text: nothingDeletedHint });
		return { deleted: false, headers: {} };
	}
}

/**
 * Defines the operation Delete of a resource. It returns `{ deleted: true }`, and
 * `{ deleted: false }` when there is no such resource.
 */
export function deleteOne(options: DeleteOneOptions): Operation {
	const { locators, userPermission: permission, send } = options;
	return {
		properties: [
			...locators.map(({ field }) => field),
			permission === undefined
				? optionsField(addHeadersOption)
				: commandOptionsField(addHeadersOption, userOption),
		],
		async execute(item, client) {
			const readId = createIdReader(item, locators);
			const addHeaders = readAddHeaders(item);
			const deleteFor = async (userId?: string) => {
				const request: ApiRequest = { method: 'DELETE', ...options.request(readId, userId) };
				return await deleteIfExists(client, request, send);
			};
			const { deleted, headers } =
				permission === undefined
					? await deleteFor()
					: await sendForUser(
							item,
							client,
							{ vehicleId: readId(vehicleLocator), permission },
							deleteFor,
						);
			return [withHeaders({ deleted }, headers, addHeaders)];
		},
	};
}
