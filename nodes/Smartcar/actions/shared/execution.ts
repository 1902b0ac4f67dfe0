import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INode } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../../shared/isObject';
import type { SmartcarClient } from '../../transport/client';
import { httpError } from '../../transport/errors/httpError';
import { invalidResponseError } from '../../transport/errors/invalidResponseError';
import { toNodeError } from '../../transport/errors/nodeError';
import type { ApiRequest, ApiResponse, RequestOrigin } from '../../transport/request';
import { jsonValueSchema, openObject } from './schema';

const executionSchema = openObject({
	id: z.string().nullish(),
	attributes: openObject({
		status: openObject({ value: z.string().min(1), error: jsonValueSchema.nullish() }),
		errors: z.array(jsonValueSchema).nullish(),
		commandType: z.string().nullish(),
		action: z.string().nullish(),
		scheduleType: z.string().nullish(),
		scheduleId: z.string().nullish(),
	}),
	meta: openObject({
		executedAt: z.string().nullish(),
		completedAt: z.string().nullish(),
		durationInSeconds: z.number().nullish(),
	}).nullish(),
});

/**
 * The response to a command or a charge schedule. A response of 200 or 202 can still hold errors or
 * a status other than SUCCESS. See docs/contributing/smartcar-api.md#commands.
 */
const executionDocumentSchema = openObject({
	errors: z.array(jsonValueSchema).nullish(),
	data: executionSchema.nullish(),
});

const deletionDocumentSchema = z.union([
	z.literal(''),
	z.null(),
	z.undefined(),
	executionDocumentSchema,
]);

export type Execution = z.output<typeof executionSchema>;

type ExecutionDocument = z.output<typeof executionDocumentSchema>;

const UNCERTAIN =
	'The vehicle may have executed the command, or may still do so. Read its signals before you send it again.';

/** Whether Smartcar rejected the request, so that the vehicle has certainly done nothing. */
const isRejection = (httpCode: string) => /^4|^501$/.test(httpCode);

/** Adds a warning to an error, unless the vehicle has certainly not executed the command. */
function withUncertainty(node: INode, error: unknown): Error {
	const nodeError = toNodeError(node, error);
	if (!(nodeError instanceof NodeApiError) || !nodeError.httpCode) return nodeError;
	if (isRejection(nodeError.httpCode)) return nodeError;
	nodeError.description = [nodeError.description, UNCERTAIN].filter(Boolean).join(' ');
	return nodeError;
}

/** The HTTP status that an error of the list names. */
function statusOf(error: unknown): number | undefined {
	const status = Number(isObject(error) ? error.status : undefined);
	return status >= 400 && status < 600 ? status : undefined;
}

/** The error of a failed execution, with the HTTP status that the execution itself names. */
function executionError(
	origin: RequestOrigin,
	document: ExecutionDocument,
	response: Pick<ApiResponse, 'status' | 'headers'>,
): NodeApiError | undefined {
	const { status, errors } = document.data?.attributes ?? {};
	const allErrors = [...(document.errors ?? []), ...(errors ?? [])];
	if (status?.error) allErrors.push(status.error);
	const isSuccess = status === undefined || status.value.toUpperCase() === 'SUCCESS';
	if (allErrors.length === 0 && isSuccess) return undefined;
	if (allErrors.length === 0)
		allErrors.push({ detail: `Smartcar reports the status ${status?.value}, not SUCCESS` });
	return httpError(origin, {
		status: statusOf(allErrors[0]) ?? response.status,
		body: { errors: allErrors },
		headers: response.headers,
	});
}

/**
 * Sends a command or a charge schedule and waits for the result, which can take minutes.
 *
 * Throws unless the result is a success, whatever the HTTP status. The request is sent again only
 * after 429, because otherwise the vehicle may already have executed it.
 */
export async function requestExecution(
	client: SmartcarClient,
	request: ApiRequest,
): Promise<{ execution: Execution; document: IDataObject; headers: Record<string, string> }> {
	const origin = client.origin(request);
	try {
		const { data: document, ...response } = await client.request(request, executionDocumentSchema);
		const error = executionError(origin, document, response);
		if (error !== undefined) throw error;
		if (!document.data) throw invalidResponseError(origin, { ...response, body: document });
		return { execution: document.data, document, headers: response.headers };
	} catch (error) {
		throw withUncertainty(origin.node, error);
	}
}

/**
 * Like {@link requestExecution}, for a deletion. Its response may be empty, unless it is a 202.
 *
 * @returns the headers of the response
 */
export async function requestDeletion(
	client: SmartcarClient,
	request: ApiRequest,
): Promise<Record<string, string>> {
	const origin = client.origin(request);
	try {
		const { data: document, ...response } = await client.request(request, deletionDocumentSchema);
		if (!document && response.status === 202)
			throw invalidResponseError(origin, { ...response, body: '' });
		const error = document ? executionError(origin, document, response) : undefined;
		if (error !== undefined) throw error;
		return response.headers;
	} catch (error) {
		throw withUncertainty(origin.node, error);
	}
}

/** When a command or a charge schedule was executed. Missing times are null. */
export function executionTimes(execution?: Execution): IDataObject {
	const meta = execution?.meta;
	return {
		executedAt: meta?.executedAt ?? null,
		completedAt: meta?.completedAt ?? null,
		durationInSeconds: meta?.durationInSeconds ?? null,
	};
}
