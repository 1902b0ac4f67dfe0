import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import type { ApiRequest } from '../../transport/request';
import { addHeadersOption, optionsField, simplifyFields, userOption } from './common.descriptions';
import { createIdReader, type IdReader, type Locator, vehicleLocator } from './locators';
import type { Operation } from './operation';
import { withHeaders } from './output';
import { readAddHeaders, readSimplify } from './parameters';
import { sendForUser } from './userOfVehicle';

interface GetOneOptions<T extends IDataObject> {
	/** The parameters that select the resource. */
	locators: Locator[];
	/** Set if the request needs a user of the vehicle. `locators` then contain that of the vehicle. */
	needsUser?: true;
	request: (readId: IdReader, userId?: string) => Omit<ApiRequest, 'method'>;
	/** Schema of the response. */
	documentSchema: z.ZodType<{ data: T }, z.ZodTypeDef, unknown>;
	simplify: (data: T, readId: IdReader) => IDataObject;
}

/** Defines the operation Get of a management or v3 resource. It returns one object. */
export function getOne<T extends IDataObject>(options: GetOneOptions<T>): Operation {
	const { locators, needsUser } = options;
	return {
		properties: [
			...locators.map(({ field }) => field),
			...simplifyFields,
			optionsField(addHeadersOption, ...(needsUser ? [userOption] : [])),
		],
		async execute(item, client) {
			const readId = createIdReader(item, locators);
			const simplify = readSimplify(item);
			const addHeaders = readAddHeaders(item);
			const send = async (userId?: string) =>
				await client.request(
					{ method: 'GET', ...options.request(readId, userId) },
					options.documentSchema,
				);
			const { data: document, headers } = needsUser
				? await sendForUser(item, client, { vehicleId: readId(vehicleLocator) }, send)
				: await send();
			const { data } = document;
			return [withHeaders(simplify ? options.simplify(data, readId) : data, headers, addHeaders)];
		},
	};
}
