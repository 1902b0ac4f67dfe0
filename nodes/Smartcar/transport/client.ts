import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { z } from 'zod';
import { hashOf } from '../../shared/hashOf';
import { resolveHost, type HostName } from '../../shared/hosts';
import { isObject } from '../../shared/isObject';
import { networkCodeOf } from '../../shared/networkReason';
import { errorInBody, httpError } from './errors/httpError';
import { invalidResponseError } from './errors/invalidResponseError';
import { networkError } from './errors/networkError';
import { toNodeError } from './errors/nodeError';
import { readServiceError } from './errors/serviceError';
import { tokenEndpointFailure } from './errors/tokenError';
import { monotonicNow } from './monotonicNow';
import { PauseTooLongError, RateLimiter } from './rateLimiter';
import type { ApiHost, ApiRequest, ApiResponse, CredentialType, RequestDetails } from './request';
import { isClosedConnection, parseRetryAfter, reconnectDelay, retryDelay } from './retry';
import { RunHints } from './runHints';

type ApiContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The credential and the hosts that all requests of a run use. */
export interface ApiAccess {
	credentialType: CredentialType;
	hosts: Record<ApiHost, string>;
}

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
 * How long a run pauses if Smartcar does not say how long to wait, and the item must not wait any
 * more. Meanwhile other items that must not wait as long fail without a request.
 */
const UNKNOWN_PAUSE_MS = 2_000;

/** The credential type for each value of the parameter Authentication. */
const CREDENTIAL_TYPES = new Map<unknown, CredentialType>([
	['applicationApi', 'smartcarApplicationApi'],
	['oAuth2Api', 'smartcarOAuth2Api'],
	['accessTokenApi', 'smartcarAccessTokenApi'],
]);

/** The values of the parameter Authentication. */
export const AUTHENTICATIONS = [...CREDENTIAL_TYPES.keys()].map(String);

/**
 * Reads a host from a credential. Throws a NodeOperationError that names the field if the URL cannot
 * be used. With a user name in it, axios would send that instead of the access token.
 */
export function readHost(
	context: ApiContext,
	credentials: ICredentialDataDecryptedObject,
	name: HostName,
	label: string,
): string {
	const url = resolveHost(credentials, name);
	if (/^https?:\/\/[^/\s?#@]+(\/[^\s?#]*)?$/i.test(url)) return url;
	throw new NodeOperationError(
		context.getNode(),
		`'${label}' in the Smartcar credential cannot be used as a URL`,
		{
			description:
				'Enter a URL that begins with https:// or http:// and has no user name, password or query, or turn off Custom Hosts.',
		},
	);
}

/**
 * Reads the hosts from the credential that the parameter Authentication names.
 *
 * @returns undefined when the value is not an option of Authentication
 */
export async function readApiAccess(
	context: ApiContext,
	authentication: unknown,
): Promise<ApiAccess | undefined> {
	const credentialType = CREDENTIAL_TYPES.get(authentication);
	if (credentialType === undefined) return undefined;
	const credentials = await context.getCredentials(credentialType);
	const hosts = {
		vehicleDataUrl: readHost(context, credentials, 'vehicleDataUrl', 'Vehicle Data URL'),
		managementUrl: readHost(context, credentials, 'managementUrl', 'Management URL'),
		signalsUrl: readHost(context, credentials, 'signalsUrl', 'Signals URL'),
		compatibilityUrl: readHost(context, credentials, 'compatibilityUrl', 'Compatibility URL'),
	};
	return { credentialType, hosts };
}

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

/** Returns the HTTP response in what n8n threw for a request, or else why there is none. */
export function readThrownResponse(error: unknown): ApiResponse | NoResponse {
	const cause: unknown = error instanceof NodeApiError ? (error.cause ?? error) : error;
	const response: unknown = cause instanceof Error ? Reflect.get(cause, 'response') : undefined;
	const status: unknown = isObject(response) ? response.status : undefined;
	// With a status of success, the connection was closed before the end of the body.
	if (!isObject(response) || typeof status !== 'number' || status < 400)
		return { cause, code: networkCodeOf(cause) };
	return { status, body: response.data, headers: normalizeHeaders(response.headers) };
}

/** n8n reports a timeout in the middle of a body as a closed connection. */
function asTimeout(result: ApiResponse | NoResponse, isTimeOver: boolean) {
	if (!isTimeOver || 'status' in result || !isClosedConnection(result.code)) return result;
	const code = 'ETIMEDOUT';
	return { cause: Object.assign(new Error('Timeout', { cause: result.cause }), { code }), code };
}

/** Sends the requests of one item: with authentication, retries, errors and checked responses. */
export class SmartcarClient {
	/** The longest wait for retries, less the waits that have begun. */
	private remainingMs: number;

	/** The end of the latest wait, in milliseconds of `monotonicNow`. */
	private waitingUntil = 0;

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
		this.remainingMs = options.maxRetryWaitMs;
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

	/**
	 * How long a wait for a retry that begins now may be, in milliseconds. While another request of
	 * the item waits, that time counts already, so it is added to what remains.
	 */
	get remainingWaitMs(): number {
		return this.remainingMs + Math.max(0, this.waitingUntil - monotonicNow());
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
	 * Throws a NodeApiError for a status of 400 or more, for a missing response and for a body that
	 * does not fit the schema.
	 */
	async request<T extends z.ZodTypeAny>(
		request: ApiRequest,
		schema: T,
	): Promise<{ data: z.output<T>; status: number; headers: Record<string, string> }> {
		const response = await this.sendWithRetries(request);
		const parsed = schema.safeParse(response.body);
		if (!parsed.success) {
			const details = this.details(request);
			throw errorInBody(details, response) ?? invalidResponseError(details, response, parsed.error);
		}
		return { data: parsed.data, status: response.status, headers: response.headers };
	}

	/**
	 * Waits before a retry, which shortens the remaining wait. Throws when the execution is canceled.
	 */
	async waitForRetry(milliseconds: number): Promise<void> {
		this.subtractWait(milliseconds);
		await this.limiter.wait(milliseconds);
	}

	/**
	 * Subtracts a wait that begins now. If several requests wait at the same time, that time counts
	 * once.
	 */
	private subtractWait(milliseconds: number): void {
		const now = monotonicNow();
		const until = now + milliseconds;
		this.remainingMs -= Math.max(0, until - Math.max(now, this.waitingUntil));
		this.waitingUntil = Math.max(until, this.waitingUntil);
	}

	private async sendWithRetries(request: ApiRequest): Promise<ApiResponse> {
		for (let retries = 0; ; retries++) {
			const attempt = await this.attempt(request, retries);
			if (attempt.response) return attempt.response;
			const { failure, delayMs, isPaused } = attempt;
			if (delayMs === undefined) throw this.toError(request, failure);
			if (isPaused) this.subtractWait(delayMs);
			else await this.waitForRetry(delayMs);
		}
	}

	/**
	 * Sends a request as soon as the limiter has a free slot. Returns the response, or else the
	 * failure with the delay before a retry. `isPaused` says that the limiter waits for that delay
	 * itself.
	 */
	private async attempt(request: ApiRequest, retries: number) {
		const { maxRetryWaitMs } = this.options;
		const slot = {
			retries,
			// Before a retry its wait is already subtracted, so the remaining wait may be shorter than a
			// pause that another item has caused meanwhile.
			maxPauseMs: retries > 0 ? maxRetryWaitMs : this.remainingWaitMs,
		};
		const send = async () => {
			const result = await this.sendOnce(request);
			if ('status' in result && isExpected(request, result)) return { response: result };
			const delayMs = this.delayBeforeRetry(request, result, retries);
			return { failure: result, delayMs, isPaused: this.pauseIfLimited(result, delayMs) };
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
	 * Pauses all requests of the run if the failure is a 429 for the application. Returns whether it
	 * is.
	 */
	private pauseIfLimited(failure: ApiResponse | NoResponse, delayMs: number | undefined): boolean {
		if (!('status' in failure) || failure.status !== 429 || isVehicleLimit(failure)) return false;
		const retryAfterMs = parseRetryAfter(failure.headers['retry-after'], Date.now());
		this.limiter.pause(delayMs ?? (retryAfterMs || UNKNOWN_PAUSE_MS), failure);
		return true;
	}

	private delayBeforeRetry(
		request: ApiRequest,
		failure: ApiResponse | NoResponse,
		retries: number,
	): number | undefined {
		const attempt = { retries, remainingWaitMs: this.remainingWaitMs };
		const idempotent = isIdempotent(request);
		if ('status' in failure) {
			return retryDelay({
				...attempt,
				idempotent,
				status: failure.status,
				error: readServiceError(failure.body),
				retryAfterMs: parseRetryAfter(failure.headers['retry-after'], Date.now()),
			});
		}
		const { cause, code } = failure;
		const endpointFailure = tokenEndpointFailure(cause);
		if (endpointFailure === undefined) return reconnectDelay({ ...attempt, idempotent, code });
		// Without a token nothing was executed, so even a command may be sent again.
		const { httpStatus: status, networkCode, retryAfter } = endpointFailure;
		if (status === undefined)
			return reconnectDelay({ ...attempt, idempotent: true, code: networkCode });
		const retryAfterMs = parseRetryAfter(retryAfter, Date.now());
		return retryDelay({ ...attempt, idempotent: true, status, retryAfterMs });
	}

	private toError(request: ApiRequest, failure: ApiResponse | NoResponse) {
		const details = this.details(request);
		return 'status' in failure
			? httpError(details, failure)
			: networkError(details, failure.cause, isIdempotent(request));
	}

	/**
	 * The credential as it is for this item. Without it n8n takes that of the first item, also if
	 * expressions give each item a token of its own. n8n does not use it for OAuth2.
	 */
	private async itemCredential(): Promise<IAdditionalCredentialOptions> {
		const type = this.credentialType;
		if (type === 'smartcarOAuth2Api') return {};
		const data = await this.context.getCredentials(type, this.options.itemIndex);
		return { credentialsDecrypted: { id: '', name: '', type, data } };
	}

	private async sendOnce(request: ApiRequest): Promise<ApiResponse | NoResponse> {
		const { helpers } = this.context;
		const options = this.httpOptions(request);
		const credential = request.withoutToken ? {} : await this.itemCredential();
		const sentAt = monotonicNow();
		try {
			const response: IN8nHttpFullResponse = request.withoutToken
				? await helpers.httpRequest(options)
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
			return asTimeout(readThrownResponse(error), isTimeOver);
		}
	}

	private httpOptions(request: ApiRequest): IHttpRequestOptions {
		const { userId, unitSystem } = this.options;
		const headers: IDataObject = { ...request.headers };
		// Requests to v3 set the user themselves. Values of v3 are metric, and the node converts them.
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
