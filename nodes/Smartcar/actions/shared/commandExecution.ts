import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INode } from 'n8n-workflow';
import { z } from 'zod';
import type { SmartcarClient } from '../../transport/client';
import { errorInBody } from '../../transport/errors/httpError';
import { invalidResponseError } from '../../transport/errors/invalidResponseError';
import { toNodeError } from '../../transport/errors/nodeError';
import type { ApiRequest, ApiResponse, RequestDetails } from '../../transport/request';
import { rejectForeignBody } from './acknowledgment';
import { jsonValueSchema, openObject } from './schema';

/**
 * What Smartcar reports about one execution of a command. Only the fields that decide whether it
 * succeeded are checked, so that an unexpected time does not turn a success into an error.
 */
const executionSchema = openObject({
	id: jsonValueSchema,
	attributes: openObject({
		status: openObject({ value: z.string().min(1), error: jsonValueSchema.nullish() }),
		errors: z.array(jsonValueSchema).nullish(),
		commandType: jsonValueSchema,
		scheduleType: jsonValueSchema,
		scheduleId: jsonValueSchema,
	}),
	meta: openObject({
		executedAt: jsonValueSchema,
		completedAt: jsonValueSchema,
		durationInSeconds: jsonValueSchema,
	}).nullish(),
});

/**
 * The response to a command or a new charge schedule. Even with HTTP 200 or 202 it can contain
 * errors or a status other than SUCCESS. See docs/contributing/smartcar-api.md#commands.
 */
const commandDocumentSchema = openObject({
	errors: z.array(jsonValueSchema).nullish(),
	data: executionSchema.nullish(),
});

const deletionDocumentSchema = z.union([z.literal(''), commandDocumentSchema]).nullish();

type CommandExecution = z.output<typeof executionSchema>;

type CommandDocument = z.output<typeof commandDocumentSchema>;

const UNCERTAIN =
	'The vehicle may have executed the request, or may still do so. Read the signals of the vehicle before you send the request again.';

/**
 * Whether Smartcar rejected the request, so that the vehicle has certainly done nothing. A 408 is
 * no rejection: the vehicle did not answer in time.
 */
const isRejection = (httpCode: string) => /^4(?!08)|^501$/.test(httpCode);

/** A sentence that would contradict the warning. */
const TRY_AGAIN = /(?<=^|[.!] )(Please try|Try) again( later)?\.\s*/g;

/**
 * Puts a warning before the description of an HTTP error, unless Smartcar rejected the request.
 * `networkError` has already added one.
 */
function withUncertainty(node: INode, error: unknown): Error {
	const nodeError = toNodeError(node, error);
	if (!(nodeError instanceof NodeApiError) || !nodeError.httpCode) return nodeError;
	if (isRejection(nodeError.httpCode)) return nodeError;
	const advice = nodeError.description?.replaceAll(TRY_AGAIN, '').trim();
	nodeError.description = [UNCERTAIN, advice].filter(Boolean).join(' ');
	return nodeError;
}

/**
 * The error of a failed command, or undefined after a success. The body can have errors inside the
 * execution or in place of it.
 */
function commandError(
	details: RequestDetails,
	document: CommandDocument,
	response: Pick<ApiResponse, 'status' | 'headers'>,
): NodeApiError | undefined {
	const { status, errors } = document.data?.attributes ?? {};
	const allErrors = [...(document.errors ?? []), ...(errors ?? [])];
	if (status?.error) allErrors.push(status.error);
	if (allErrors.length === 0) {
		// Without an execution the body can be an error of the v2.0 API.
		if (!status) return errorInBody(details, { ...response, body: document });
		if (status.value.toUpperCase() === 'SUCCESS') return undefined;
		allErrors.push({ detail: `Smartcar reports the status ${status.value}, not SUCCESS` });
	}
	return errorInBody(details, { ...response, body: { errors: allErrors } });
}

/**
 * Sends a command or a new charge schedule and waits for the result, which can take minutes.
 *
 * Throws unless the body reports a success, whatever the HTTP status. The request is sent again
 * only if the vehicle has certainly not executed it: after a 429, with a new access token after a
 * 401, and if there was no access token to send it with. After any other error it is not, since the
 * vehicle may have executed it.
 */
export async function executeCommand(
	client: SmartcarClient,
	request: ApiRequest,
): Promise<{
	execution: CommandExecution;
	document: IDataObject;
	headers: Record<string, string>;
}> {
	const details = client.details(request);
	try {
		const { data: document, ...response } = await client.request(request, commandDocumentSchema);
		const error = commandError(details, document, response);
		if (error !== undefined) throw error;
		if (!document.data) throw invalidResponseError(details, { ...response, body: document });
		return { execution: document.data, document, headers: response.headers };
	} catch (error) {
		throw withUncertainty(details.node, error);
	}
}

/**
 * Like {@link executeCommand}, for the deletion of a charge schedule. The body may be empty, except
 * after a 202: that status alone does not say that the deletion succeeded.
 *
 * @returns the headers of the response
 */
export async function executeDeletion(
	client: SmartcarClient,
	request: ApiRequest,
): Promise<Record<string, string>> {
	const details = client.details(request);
	try {
		const { data: document, ...response } = await client.request(request, deletionDocumentSchema);
		const error = document ? commandError(details, document, response) : undefined;
		if (error !== undefined) throw error;
		const hasExecution = Boolean(document && document.data);
		const apiResponse = { ...response, body: document ?? '' };
		if (response.status === 202 && !hasExecution) throw invalidResponseError(details, apiResponse);
		rejectForeignBody(details, apiResponse);
		return response.headers;
	} catch (error) {
		throw withUncertainty(details.node, error);
	}
}

/** When a command was executed, and how long it took. Missing values are null. */
export function commandTimes(execution?: CommandExecution): IDataObject {
	const meta = execution?.meta;
	return {
		executedAt: meta?.executedAt ?? null,
		completedAt: meta?.completedAt ?? null,
		durationInSeconds: meta?.durationInSeconds ?? null,
	};
}
