import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INode } from 'n8n-workflow';
import { outcome, removalAnswer, type Execution, type Outcome } from './executionSchema';
import type { SmartcarApi } from '../../transport/client';
import { answeredError, unexpectedAnswer } from '../../transport/errors/httpError';
import { toNodeError } from '../../transport/errors/nodeError';
import type { ApiRequest, ApiResponse, RequestOrigin } from '../../transport/request';

type Answer = Pick<ApiResponse, 'status' | 'headers'>;

const PERHAPS_DONE =
	'The vehicle may have carried it out all the same, or still do so: read its signals before sending it again.';

/** The statuses after which a vehicle has certainly done nothing: the request was turned down. */
const isRefusal = (httpCode: string) => /^4|^501$/.test(httpCode);

/** The error of a request that was answered but may have had its effect, which its description then says. */
function perhapsDone(node: INode, error: unknown): Error {
	const nodeError = toNodeError(node, error);
	if (!(nodeError instanceof NodeApiError) || !nodeError.httpCode || isRefusal(nodeError.httpCode))
		return nodeError;
	nodeError.description = [nodeError.description, PERHAPS_DONE].filter(Boolean).join(' ');
	return nodeError;
}

/**
 * The error of an answer of 200 or 202 that says that it did not succeed, or undefined. It is judged by the status that
 * it gives itself, if it gives one.
 */
function failureOf(
	origin: RequestOrigin,
	document: Outcome,
	{ status, headers }: Answer,
): NodeApiError | undefined {
	const { status: end, errors: own } = document.data?.attributes ?? {};
	const said = [...(document.errors ?? []), ...(own ?? []), ...(end?.error ? [end.error] : [])];
	if (said.length === 0 && (end === undefined || end.value.toUpperCase() === 'SUCCESS'))
		return undefined;
	const [first = { detail: `Smartcar gives the status ${end?.value}, not SUCCESS` }, ...others] =
		said;
	const named = Number(
		typeof first === 'object' && first !== null ? Reflect.get(first, 'status') : undefined,
	);
	const known = named >= 400 && named < 600;
	return answeredError(origin, {
		status: known ? named : status,
		body: { errors: [first, ...others] },
		headers,
	});
}

/**
 * Sends what changes a vehicle and waits for its end: an answer of 202 comes with the outcome as its body, which can
 * take minutes (service: commands). Throws when it did not succeed, whatever the HTTP status. Never sent twice, unless
 * it was turned down as too many.
 */
export async function requestExecution(
	api: SmartcarApi,
	request: ApiRequest,
): Promise<{ execution: Execution; document: IDataObject; headers: Record<string, string> }> {
	const origin = api.origin(request);
	try {
		const { data: document, ...answer } = await api.request(request, outcome);
		const failure = failureOf(origin, document, answer);
		if (failure !== undefined) throw failure;
		if (!document.data) throw unexpectedAnswer(origin, { ...answer, body: document });
		return { execution: document.data, document, headers: answer.headers };
	} catch (error) {
		throw perhapsDone(origin.node, error);
	}
}

/** The same for a removal, whose answer may also be empty, unless it is 202: what it holds is not documented. */
export async function requestRemoval(
	api: SmartcarApi,
	request: ApiRequest,
): Promise<Record<string, string>> {
	const origin = api.origin(request);
	try {
		const { data: document, ...answer } = await api.request(request, removalAnswer);
		if (!document && answer.status === 202) throw unexpectedAnswer(origin, { ...answer, body: '' });
		const failure = document ? failureOf(origin, document, answer) : undefined;
		if (failure !== undefined) throw failure;
		return answer.headers;
	} catch (error) {
		throw perhapsDone(origin.node, error);
	}
}

/** When a command or a charge schedule was carried out. What the answer leaves out is null. */
export function executionTimes({ meta }: Execution): IDataObject {
	return {
		executedAt: meta?.executedAt ?? null,
		completedAt: meta?.completedAt ?? null,
		durationInSeconds: meta?.durationInSeconds ?? null,
	};
}
