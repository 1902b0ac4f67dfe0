import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { v2ErrorBody } from '../../errors/errorBodies';
import { ApiError } from '../../errors/apiError';
import { isJsonObject, type JsonObject } from '../../json';
import type { ServiceContext } from '../../server/serviceContext';
import { parseInput } from '../../server/parseInput';
import type { VehicleAccess } from './vehicleAccess';
import { readEndpoint } from './readEndpoint';
import type { UnitSystem } from './units';

const batchBodySchema = z.object({
	requests: z.array(z.object({ path: z.string().min(1) })).min(1),
});

/**
 * Returns the body of a batch response: every item has its own status code.
 * See docs/contributing/smartcar-api.md#batch.
 * @throws ApiError 400 VALIDATION, with details, when `requests` is missing, empty or malformed
 */
export function batchResponse(
	body: unknown,
	access: VehicleAccess,
	unit: UnitSystem,
	context: ServiceContext,
): JsonObject {
	// A body that is not an object is reported like an empty one: `requests` is missing.
	const { requests } = parseInput(batchBodySchema, isJsonObject(body) ? body : {}, null);
	return { responses: requests.map(({ path }) => itemResponse(path, access, unit, context)) };
}

function itemResponse(
	path: string,
	access: VehicleAccess,
	unit: UnitSystem,
	context: ServiceContext,
): JsonObject {
	try {
		const { body, headers } = readEndpoint(access, path, unit, context);
		return { path, code: 200, body, headers };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const item = { path, code: error.status, body: v2ErrorBody(error, randomUUID()) };
		// The real service adds `headers` to a failed item only when there are any.
		return Object.keys(error.headers).length === 0 ? item : { ...item, headers: error.headers };
	}
}
