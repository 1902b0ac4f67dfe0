import { NodeApiError } from 'n8n-workflow';
import type {
	IAdditionalCredentialOptions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { z } from 'zod';
import { hashOf } from '../../shared/hashOf';
import { isObject } from '../../shared/isObject';
import { networkCodeOf } from '../../shared/networkReason';
import { operationError } from '../../shared/operationError';
import { parseRetryAfter } from '../../shared/parseRetryAfter';
import type { ApiAccess, ApiContext } from './apiAccess';
import { errorInBody, httpError } from './errors/httpError';
import { invalidResponseError } from './errors/invalidResponseError';
import { networkError, requestUrlOf } from './errors/networkError';
import { toNodeError } from './errors/nodeError';
import { readServiceError } from './errors/serviceError';
import { oAuth2EndpointError, tokenEndpointFailure } from './errors/tokenError';
import { monotonicNow } from './monotonicNow';
import { PauseTooLongError, RateLimiter } from './rateLimiter';
import type { ApiRequest, ApiResponse, CredentialType, RequestDetails } from './request';
import { isClosedConnection, reconnectDelay, retryDelay } from './retry';
import { RunHints } from './runHints';
import { WaitBudget } from './waitBudget';

/** The options of an item that affect its requests. */
export interface RequestOptions {
	itemIndex?: number;
	/** Longest time in milliseconds that the requests of the item wait for retries, in total. */
	maxRetryWaitMs: number;
	userId?: string;
	unitSystem?: string;
}

/** Vehicles can be slow. Smartcar's own SDK waits as long. */
const VEHICLE_TIMEOUT_MS = 310_000;

const LIST_TIMEOUT_MS = 60_000;

/**
 * How long a run pauses after a 429 without retry-after, if the item that got it may not wait any
 * longer. The other items wait for the end of the pause, or fail if they may not wait as long.
 */
const UNKNOWN_PAUSE_MS = 2_000;

/** Encodes each segment of a path: `/v2.0/vehicles/{id}`. */
export function toPath(segments: readonly string[]): string {
	return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** Whether a 429 limits one vehicle. Otherwise it limits the whole application. */
function isVehicleLimit({ body }: ApiResponse): boolean {
	return readServiceError(body)?.code?.toUpperCase() === 'VEHICLE';
}

function isExpected({ isExpectedError }: ApiRequest, { status, body }: ApiResponse): boolean {
	return status < 400 || (isExpectedError?.(status, readServiceError(body)) ?? false);
}

/** Whether a read returned an empty list. With errors beside it, the read has failed. */
function isEmptyRead({ method }: ApiRequest, { body }: ApiResponse): boolean {
	const data = isObject(body) ? body.data : undefined;
	return method === 'GET' && Array.isArray(data) && data.length === 0;
}

function isIdempotent({ idempotent, method }: ApiRequest): boolean {
	return idempotent ?? method === 'GET';
}

/** Whether Smartcar may have to ask the vehicle before it responds: `…/vehicles/{id}/…`. */
function isAboutVehicle({ path }: ApiRequest): boolean {
	return path.slice(0, -1).includes('vehicles');
}

const timeoutOf = (request: ApiRequest): number =>
	isAboutVehicle(request) ? VEHICLE_TIMEOUT_MS : LIST_TIMEOUT_MS;

/** Headers as text, by lower-case name. */
export function normalizeHeaders(headers: unknown): Record<string, string> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

/** Why there is no response to a request: a network error, or n8n could not get an access token. */
interface NoResponse {
	cause: unknown;
	/** The code of the network error, such as ECONNRESET. */
	code: unknown;
}

/** The outcome of sending a request once. Only a response has a `status`. */
type SendResult = ApiResponse | NoResponse;

/**
 * How often a request has been sent again already. Retries after a 429 are counted apart, so that a
 * rate limit does not use up the retries after a server or network error.
 */
interface RetryCounts {
	afterRateLimit: number;
	afterOtherFailure: number;
}

/** Which retries count for a failure. The status can be that of the token endpoint. */
function retryCountFor(failure: SendResult): keyof RetryCounts {
	const status =
		'status' in failure ? failure.status : tokenEndpointFailure(failure.cause)?.httpStatus;
	return status === 429 ? 'afterRateLimit' : 'afterOtherFailure';
}

/**
 * Returns the HTTP response in what n8n threw for a request, or else why there is none.
 *
 * @param url the address of the request
 */
export function readThrownResponse(error: unknown, url: string): SendResult {
	const cause: unknown = error instanceof NodeApiError ? (error.cause ?? error) : error;
	const response: unknown = cause instanceof Error ? Reflect.get(cause, 'response') : undefined;
	const status: unknown = isObject(response) ? response.status : undefined;
	// An error with a status of success means that the connection was closed within the body.
	if (!isObject(response) || typeof status !== 'number' || status < 400)
		return { cause, code: networkCodeOf(cause) };
	const headers = normalizeHeaders(response.headers);
	// If the token endpoint answers 500 or more, n8n's OAuth2 client throws the error of that request.
	// The other URL of a 401 is one that the API has redirected to.
	// See docs/contributing/n8n-facts.md#token-renewal.
	const calledUrl = requestUrlOf(cause) ?? url;
	if (status >= 500 && !calledUrl.startsWith(url))
		return { cause: oAuth2EndpointError(status, headers['retry-after']), code: undefined };
	return { status, body: response.data, headers };
}

/**
 * Returns a timeout in place of a closed connection if the time is over: n8n reports a timeout in
 * the middle of a body that way.
 */
function asTimeout(result: SendResult, isTimeOver: boolean): SendResult {
	if (!isTimeOver || 'status' in result || !isClosedConnection(result.code)) return result;
	const code = 'ETIMEDOUT';
	return { cause: Object.assign(new Error('Timeout', { cause: result.cause }), { code }), code };
}

/** Sends the requests of one item: with authentication, retries, errors and checked responses. */
export class SmartcarClient {
	private readonly waitBudget: WaitBudget;

	/**
	 * @param limiter shared by all requests of a run. The default sends one request at a time.
	 * @param hints shared by all items of a run
	 */
	constructor(
		private readonly context: ApiContext,
		private readonly access: ApiAccess,
		private readonly options: RequestOptions,
		readonly limiter = new RateLimiter(1),
		readonly hints = new RunHints(),
	) {
		this.waitBudget = new WaitBudget(options.maxRetryWaitMs);
	}

	get credentialType(): CredentialType {
		return this.access.credentialType;
	}

	/** Identifies the credential of the item, without the access token that n8n renews. */
	async credentialKey(): Promise<string> {
		const { credentialsDecrypted } = await this.itemCredential();
		const data = { ...credentialsDecrypted?.data };
		if (this.credentialType === 'smartcarApplicationApi') delete data.accessToken;
		// A hash, so that no secret stays in memory as a key.
		return hashOf(JSON.stringify(data));
	}

	/** How long a wait for a retry that begins now may be, in milliseconds. */
	get remainingWaitMs(): number {
		return this.waitBudget.remainingMs;
	}

	/** What errors say about a request. */
	details(request: ApiRequest): RequestDetails {
		return {
			node: this.context.getNode(),
			credentialType: this.credentialType,
			itemIndex: this.options.itemIndex,
			userId: this.options.userId,
			request,
			path: toPath(request.path),
			url: this.access.hosts[request.host],
		};
	}

	/**
	 * Sends a request and parses the body of the response with a schema.
	 *
	 * Throws a NodeOperationError for a request to version 3 with OAuth2, unless it is sent without a
	 * token.
	 *
	 * Throws a NodeApiError for a status of 300 or more that the request does not expect, for a missing
	 * response, for a body that does not fit the schema, and for a read with errors beside an empty
	 * list.
	 */
	async request<T extends z.ZodTypeAny>(
		request: ApiRequest,
		schema: T,
	): Promise<{ data: z.output<T>; status: number; headers: Record<string, string> }> {
		this.rejectOAuth2(request);
		const response = await this.sendWithRetries(request);
		const parsed = schema.safeParse(response.body);
		// n8n follows a redirect, unless it leads nowhere.
		const isRedirect = response.status >= 300 && response.status < 400;
		const isUsable = parsed.success && !isRedirect;
		if (!isUsable || isEmptyRead(request, response)) {
			const details = this.details(request);
			const error = errorInBody(details, response);
			if (error !== undefined) throw error;
			if (!isUsable) throw invalidResponseError(details, response, parsed.error);
		}
		return { data: parsed.data, status: response.status, headers: response.headers };
	}

	/**
	 * Waits before a retry, which shortens the remaining wait. Throws when the execution is canceled.
	 */
	async waitForRetry(milliseconds: number): Promise<void> {
		this.waitBudget.subtract(milliseconds);
		await this.limiter.wait(milliseconds);
	}

	/**
	 * Throws if version 3 would reject the token, which is always that of a vehicle. After the 401 n8n
	 * would renew it for each item.
	 */
	private rejectOAuth2({ host, withoutToken }: ApiRequest): void {
		if (this.credentialType !== 'smartcarOAuth2Api') return;
		if (host === 'vehicleDataUrl' || withoutToken) return;
		const message = 'This request needs a Smartcar Application API credential';
		throw operationError(this.context.getNode(), message, {
			itemIndex: this.options.itemIndex,
			description: 'OAuth2 works only with version 2.0 of the API.',
			failure: { cause: 'configuration-invalid' },
		});
	}

	private async sendWithRetries(request: ApiRequest): Promise<ApiResponse> {
		const retryCounts = { afterRateLimit: 0, afterOtherFailure: 0 };
		for (;;) {
			const attempt = await this.attempt(request, retryCounts);
			if (attempt.response) return attempt.response;
			const { failure, delayMs, isRunPaused } = attempt;
			if (delayMs === undefined) throw this.toError(request, failure);
			if (isRunPaused) this.waitBudget.subtract(delayMs);
			else await this.waitForRetry(delayMs);
			retryCounts[retryCountFor(failure)]++;
		}
	}

	/**
	 * Sends a request as soon as the limiter has a free slot. Returns the response, or else the
	 * failure with the delay before a retry, which is undefined if there is to be none. If the
	 * failure has paused the run, the retry waits in the limiter, so the caller must not wait, too.
	 */
	private async attempt(request: ApiRequest, retryCounts: RetryCounts) {
		const retries = retryCounts.afterRateLimit + retryCounts.afterOtherFailure;
		const slot = {
			retries,
			// A retry may wait as long as the whole budget allows, not only for what remains: another
			// item may have caused a longer pause meanwhile.
			maxPauseMs: request.isRetry || retries > 0 ? this.waitBudget.maxMs : this.remainingWaitMs,
		};
		const send = async () => {
			const result = await this.sendOnce(request);
			if ('status' in result && isExpected(request, result)) return { response: result };
			const delayMs = this.delayBeforeRetry(request, result, retryCounts);
			return { failure: result, delayMs, isRunPaused: this.pauseIfLimited(result, delayMs) };
		};
		try {
			return await this.limiter.run(send, slot);
		} catch (error) {
			const details = this.details(request);
			if (error instanceof PauseTooLongError) throw httpError(details, error.response);
			throw toNodeError(details.node, error, details.itemIndex);
		}
	}

	/**
	 * Pauses the run if the failure is a 429 for the whole application. Returns whether it is.
	 *
	 * @param delayMs the delay before the retry. Undefined if there is to be none.
	 */
	pauseIfLimited(failure: SendResult, delayMs: number | undefined): boolean {
		if (!('status' in failure) || failure.status !== 429 || isVehicleLimit(failure)) return false;
		const retryAfterMs = parseRetryAfter(failure.headers['retry-after'], Date.now());
		this.limiter.pause(delayMs ?? (retryAfterMs || UNKNOWN_PAUSE_MS), failure);
		return true;
	}

	/** The delay in milliseconds, or undefined if the request is not to be sent again. */
	private delayBeforeRetry(
		request: ApiRequest,
		failure: SendResult,
		retryCounts: RetryCounts,
	): number | undefined {
		const { remainingWaitMs } = this;
		const retries = retryCounts[retryCountFor(failure)];
		const attempt = { idempotent: isIdempotent(request), retries, remainingWaitMs };
		if ('status' in failure) {
			return retryDelay({
				...attempt,
				status: failure.status,
				error: readServiceError(failure.body),
				retryAfterMs: parseRetryAfter(failure.headers['retry-after'], Date.now()),
			});
		}
		const { cause, code } = failure;
		const endpointFailure = tokenEndpointFailure(cause);
		if (endpointFailure === undefined) return reconnectDelay({ ...attempt, code });
		// Without a token nothing was executed, so even a command may be sent again.
		const tokenAttempt = { ...attempt, idempotent: true };
		const { httpStatus: status, networkCode, retryAfter } = endpointFailure;
		if (status === undefined) return reconnectDelay({ ...tokenAttempt, code: networkCode });
		const retryAfterMs = parseRetryAfter(retryAfter, Date.now());
		return retryDelay({ ...tokenAttempt, status, retryAfterMs });
	}

	private toError(request: ApiRequest, failure: SendResult) {
		const details = this.details(request);
		return 'status' in failure
			? httpError(details, failure)
			: networkError(details, failure.cause, isIdempotent(request));
	}

	/**
	 * The credential with the values that its expressions have for this item. n8n otherwise takes
	 * those of the first item. For OAuth2 n8n ignores what is passed, so nothing is.
	 */
	private async itemCredential(): Promise<IAdditionalCredentialOptions> {
		const type = this.credentialType;
		if (type === 'smartcarOAuth2Api') return {};
		const data = await this.context.getCredentials(type, this.options.itemIndex);
		return { credentialsDecrypted: { id: '', name: '', type, data } };
	}

	private async sendOnce(request: ApiRequest): Promise<SendResult> {
		const { helpers } = this.context;
		const options = this.httpOptions(request);
		const credential = request.withoutToken ? {} : await this.itemCredential();
		const sentAt = monotonicNow();
		try {
			// n8n cancels only requests with a credential by itself.
			const response: IN8nHttpFullResponse = request.withoutToken
				? await helpers.httpRequest({ ...options, abortSignal: this.limiter.cancelSignal })
				: await helpers.httpRequestWithAuthentication.call(
						this.context,
						this.credentialType,
						options,
						credential,
					);
			const { statusCode: status, body, headers } = response;
			return { status, body, headers: normalizeHeaders(headers) };
		} catch (error) {
			this.limiter.throwIfStopped();
			const isTimeOver = monotonicNow() - sentAt >= timeoutOf(request);
			return asTimeout(readThrownResponse(error, options.url), isTimeOver);
		}
	}

	private httpOptions(request: ApiRequest): IHttpRequestOptions {
		const { userId, unitSystem } = this.options;
		const headers: IDataObject = { ...request.headers };
		// Operations with v3 set the user themselves, and convert the values, which are metric.
		if (request.host === 'vehicleDataUrl') {
			if (userId !== undefined) headers['sc-user-id'] = userId;
			if (unitSystem !== undefined) headers['sc-unit-system'] = unitSystem;
		}
		return {
			method: request.method,
			url: this.access.hosts[request.host] + toPath(request.path),
			qs: request.query,
			headers,
			body: request.body,
			json: true,
			timeout: timeoutOf(request),
			returnFullResponse: true,
			// n8n renews the token only when a 401 throws. Every other status returns with its body.
			// See docs/contributing/n8n-facts.md#token-renewal.
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			sendCredentialsOnCrossOriginRedirect: false,
		};
	}
}
