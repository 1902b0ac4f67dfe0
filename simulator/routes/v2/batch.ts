import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { flatErrorBody } from '../../errors/errorBodies';
import { ServiceError } from '../../errors/serviceError';
import { isJsonObject, type JsonObject } from '../../json';
import type { ServiceContext } from '../../server/context';
import { parseInput } from '../../server/parseInput';
import type { VehicleAccess } from './access';
import { readEndpoint } from './readEndpoint';
import type { UnitSystem } from './units';

const batchBody = z.object({
	requests: z.array(z.object({ path: z.string().min(1) })).min(1),
});

/**
 * Answers a batch: 200 overall, each item with its own code (service: batch).
 * @throws ServiceError 400 VALIDATION with detail when `requests` is empty or malformed
 */
export function answerBatch(
	body: unknown,
	access: VehicleAccess,
	unit: UnitSystem,
	context: ServiceContext,
): JsonObject {
	// Anything that is no object lacks `requests` like an empty one does.
	const { requests } = parseInput(batchBody, isJsonObject(body) ? body : {}, null);
	return { responses: requests.map(({ path }) => answerItem(path, access, unit, context)) };
}

function answerItem(
	path: string,
	access: VehicleAccess,
	unit: UnitSystem,
	context: ServiceContext,
): JsonObject {
	try {
		const { body, headers } = readEndpoint(access, path, unit, context);
		return { path, code: 200, body, headers };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const failure = { path, code: error.status, body: flatErrorBody(error, randomUUID()) };
		// As observed: a failed item has headers only when they say something.
		return Object.keys(error.headers).length === 0
			? failure
			: { ...failure, headers: error.headers };
	}
}
