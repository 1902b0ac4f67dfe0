import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { z } from 'zod';
import { resolveHost } from '../../shared/hosts';
import type { CredentialType } from './credentials';
import { answeredError, unansweredError, unexpectedAnswer } from './errors';
import { pause } from './pause';
import { normalizeHeaders, type ApiHost, type ApiRequest, type ApiResponse, type RequestOrigin } from './request';
import { parseRetryAfter, retryDelay } from './retry';
import { readServiceError } from './service-error';

export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

/** The hosts of one credential, read once for all requests of a run. */
export type Hosts = Record<ApiHost, string>;

/** What the options of an item say about its requests. */
export interface CallSettings {
	itemIndex?: number;
	/** How long the requests of one item may wait, all in all, before they are sent again. */
	maxRetryWaitMs: number;
	userId?: string;
	unitSystem?: string;
}

/** Vehicles can be slow to answer: Smartcar's own SDK waits this long (service: headers and limits). */
const VEHICLE_TIMEOUT_MS = 310_000;
const LIST_TIMEOUT_MS = 60_000;

/** Reads the addresses from the credential, and says which field is wrong when one is no address. */
export async function readHosts(context: ApiContext, credentialType: CredentialType): Promise<Hosts> {
	const credentials = await context.getCredentials(credentialType);
	const host = (name: ApiHost, label: string): string => {
		const url = resolveHost(credentials, name);
		if (/^https?:\/\/[^/\s?#]+(\/[^\s?#]*)?$/i.test(url)) return url;
		throw new NodeOperationError(context.getNode(), `'${label}' in the Smartcar credential is not an address`, {
			description: 'It must begin with https:// (or http://) and have no query, or Custom Hosts must be off.',
		});
	};
	return {
		vehicleDataUrl: host('vehicleDataUrl', 'Vehicle Data URL'),
		managementUrl: host('managementUrl', 'Management URL'),
		signalsUrl: host('signalsUrl', 'Signals URL'),
		compatibilityUrl: host('compatibilityUrl', 'Compatibility URL'),
	};
}

/** Sends the requests of one item: authentication, waiting and trying again, errors, checked answers. */
export class SmartcarApi {
	private remainingMs: number;

	constructor(
		private readonly context: ApiContext,
		private readonly credentialType: CredentialType,
		private readonly hosts: Hosts,
		private readonly settings: CallSettings,
	) {
		this.remainingMs = settings.maxRetryWaitMs;
	}

	/** Time that is left for waiting, in milliseconds. */
	get patience(): number {
		return this.remainingMs;
	}

	/** What an error about a request needs to know. */
	origin(request: ApiRequest): RequestOrigin {
		return {
			node: this.context.getNode(),
			credentialType: this.credentialType,
			itemIndex: this.settings.itemIndex,
			request,
			url: this.hosts[request.host],
		};
	}

	/**
	 * Sends a request and returns the parsed answer with its headers.
	 * Throws a NodeApiError for everything else: a status of 400 or more, no answer, an answer in another form.
	 */
	async request<T extends z.ZodTypeAny>(
		request: ApiRequest,
		schema: T,
	): Promise<{ data: z.output<T>; headers: Record<string, string> }> {
		const response = await this.send(request);
		const parsed = schema.safeParse(response.body);
		if (!parsed.success) throw unexpectedAnswer(this.origin(request), response, parsed.error);
		return { data: parsed.data, headers: response.headers };
	}

	/** Waits on account of the time for waiting. Throws when the execution is cancelled meanwhile. */
	async wait(milliseconds: number): Promise<void> {
		this.remainingMs -= milliseconds;
		if (!(await pause(milliseconds, this.cancelSignal))) throw this.cancelled();
	}

	private get cancelSignal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context ? this.context.getExecutionCancelSignal() : undefined;
	}

	private cancelled(): NodeOperationError {
		const { itemIndex } = this.settings;
		return new NodeOperationError(this.context.getNode(), 'The execution was cancelled', { itemIndex });
	}

	private async send(request: ApiRequest): Promise<ApiResponse> {
		for (let retries = 0; ; retries++) {
			const response = await this.sendOnce(request);
			if (response.status < 400) return response;
			const delay = retryDelay({
				status: response.status,
				error: readServiceError(response.body),
				retryAfterMs: parseRetryAfter(response.headers['retry-after'], Date.now()),
				reads: request.reads ?? request.method === 'GET',
				retries,
				remainingMs: this.remainingMs,
			});
			if (delay === undefined) throw answeredError(this.origin(request), response);
			await this.wait(delay);
		}
	}

	private async sendOnce(request: ApiRequest): Promise<ApiResponse> {
		try {
			const response: IN8nHttpFullResponse = await this.context.helpers.httpRequestWithAuthentication.call(
				this.context,
				this.credentialType,
				this.httpOptions(request),
			);
			return { status: response.statusCode, body: response.body, headers: normalizeHeaders(response.headers) };
		} catch (error) {
			if (this.cancelSignal?.aborted) throw this.cancelled();
			const cause: unknown = error instanceof NodeApiError ? error.cause : error;
			const answer = readAnswer(cause);
			throw answer ? answeredError(this.origin(request), answer) : unansweredError(this.origin(request), cause);
		}
	}

	private httpOptions(request: ApiRequest): IHttpRequestOptions {
		const { userId, unitSystem } = this.settings;
		const headers: IDataObject = { ...request.headers };
		if (userId !== undefined) headers['sc-user-id'] = userId;
		if (unitSystem !== undefined) headers['sc-unit-system'] = unitSystem;
		return {
			method: request.method,
			url: `${this.hosts[request.host]}${request.path}`,
			qs: request.query,
			headers,
			body: request.body,
			json: true,
			timeout: request.path.includes('/vehicles/') ? VEHICLE_TIMEOUT_MS : LIST_TIMEOUT_MS,
			returnFullResponse: true,
			// A 401 has to throw, or n8n never renews the token; every other status comes back with its body.
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			sendCredentialsOnCrossOriginRedirect: false,
		};
	}
}

/** The answer that an HTTP client's error carries, if one came. */
function readAnswer(cause: unknown): ApiResponse | undefined {
	if (typeof cause !== 'object' || cause === null) return undefined;
	const response: unknown = Reflect.get(cause, 'response');
	if (typeof response !== 'object' || response === null) return undefined;
	const status: unknown = Reflect.get(response, 'status');
	if (typeof status !== 'number') return undefined;
	return {
		status,
		body: Reflect.get(response, 'data'),
		headers: normalizeHeaders(Reflect.get(response, 'headers')),
	};
}
