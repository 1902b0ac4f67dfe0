import { NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { z } from 'zod';
import { withDeparture } from '../../shared/departure';
import { resolveHost } from '../../shared/hosts';
import { letsDepart, type CredentialType } from './credentials';
import { answeredError, unansweredError, unexpectedAnswer } from './errors/httpError';
import { isAboutVehicle, readOutcome, type NoAnswer } from './errors/networkError';
import { Passage } from './passage';
import { pause } from './pause';
import {
	normalizeHeaders,
	type ApiHost,
	type ApiRequest,
	type ApiResponse,
	type RequestOrigin,
} from './request';
import { parseRetryAfter, reconnectDelay, retryDelay } from './retry';
import { readServiceError } from './errors/serviceError';
import { Traffic } from './rateLimiter';

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
export async function readHosts(
	context: ApiContext,
	credentialType: CredentialType,
): Promise<Hosts> {
	const credentials = await context.getCredentials(credentialType);
	const host = (name: ApiHost, label: string): string => {
		const url = resolveHost(credentials, name);
		if (/^https?:\/\/[^/\s?#]+(\/[^\s?#]*)?$/i.test(url)) return url;
		throw new NodeOperationError(
			context.getNode(),
			`'${label}' in the Smartcar credential is not an address`,
			{
				description:
					'It must begin with https:// (or http://) and have no query, or Custom Hosts must be off.',
			},
		);
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
	private waitsUntil = 0;

	/** `traffic` is what all requests of a run share; without it they go one at a time. */
	constructor(
		private readonly context: ApiContext,
		private readonly credentialType: CredentialType,
		private readonly hosts: Hosts,
		private readonly settings: CallSettings,
		private readonly traffic = new Traffic(1),
	) {
		this.remainingMs = settings.maxRetryWaitMs;
	}

	/** How many requests may be under way at once. */
	get concurrency(): number {
		return this.traffic.limit;
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
	 * Sends a request and returns the parsed answer with its status and headers.
	 * Throws a NodeApiError for everything else: a status of 400 or more, no answer, an answer in another form.
	 */
	async request<T extends z.ZodTypeAny>(
		request: ApiRequest,
		schema: T,
	): Promise<{ data: z.output<T>; status: number; headers: Record<string, string> }> {
		const response = await this.send(request);
		const parsed = schema.safeParse(response.body);
		if (!parsed.success) throw unexpectedAnswer(this.origin(request), response, parsed.error);
		return { data: parsed.data, status: response.status, headers: response.headers };
	}

	/**
	 * Waits on account of the time for waiting; waits of several requests at once count once. Throws when the
	 * execution is cancelled meanwhile.
	 */
	async wait(milliseconds: number): Promise<void> {
		const now = Date.now();
		const until = now + milliseconds;
		this.remainingMs -= Math.max(0, until - Math.max(now, this.waitsUntil));
		this.waitsUntil = Math.max(until, this.waitsUntil);
		await this.pause(milliseconds);
	}

	/** Waits for something else than a retry. Throws when the execution is cancelled meanwhile. */
	async pause(milliseconds: number): Promise<void> {
		if (!(await pause(milliseconds, this.cancelSignal))) throw this.cancelled();
	}

	private get cancelSignal(): AbortSignal | undefined {
		return 'getExecutionCancelSignal' in this.context
			? this.context.getExecutionCancelSignal()
			: undefined;
	}

	private cancelled(): NodeOperationError {
		const { itemIndex } = this.settings;
		return new NodeOperationError(this.context.getNode(), 'The execution was cancelled', {
			itemIndex,
		});
	}

	private async send(request: ApiRequest): Promise<ApiResponse> {
		const { refusal, closedForMs } = this.traffic;
		if (refusal && closedForMs > this.remainingMs)
			throw answeredError(this.origin(request), refusal);
		const passage = new Passage(this.traffic, this.cancelSignal);
		// A long wait comes before the credential is read: its token could expire meanwhile.
		const entersLate =
			closedForMs === 0 && !request.withoutToken && letsDepart(this.credentialType);
		if (!entersLate) await this.admitted(passage.enter());
		for (let retries = 0; ; retries++) {
			const answer = await this.attempt(request, passage);
			if ('status' in answer && isResult(request, answer)) return answer;
			await this.waitToRetry(request, answer, retries, passage);
		}
	}

	/** Traffic lets nobody in once the execution is cancelled: then that is what the request ends with. */
	private async admitted(entrance: Promise<boolean>): Promise<void> {
		if (!(await entrance)) throw this.cancelled();
	}

	/** Sends a request, which enters if it has not yet, and lets the next one go afterwards. */
	private async attempt(request: ApiRequest, passage: Passage): Promise<ApiResponse | NoAnswer> {
		let limited = false;
		try {
			const answer = await this.sendOnce(request, passage);
			limited = 'status' in answer && answer.status === 429;
			if (limited && 'status' in answer) this.closeFor(answer);
			return answer;
		} finally {
			await passage.leave(!limited);
		}
	}

	/** A refusal that is not about one vehicle alone holds up all requests (service: limits). */
	private closeFor(answer: ApiResponse): void {
		const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], Date.now());
		if (!isAboutVehicle(answer) && retryAfterMs !== undefined)
			this.traffic.close(retryAfterMs, answer);
	}

	/** Waits until a request may be sent again and lets it in, or throws what it ends with. */
	private async waitToRetry(
		request: ApiRequest,
		answer: ApiResponse | NoAnswer,
		retries: number,
		passage: Passage,
	): Promise<void> {
		const reads = request.reads ?? request.method === 'GET';
		const { remainingMs } = this;
		if (!('status' in answer)) {
			const delay = reconnectDelay({ code: answer.code, reads, retries, remainingMs });
			if (delay === undefined) throw unansweredError(this.origin(request), answer.cause, reads);
			await this.wait(delay);
			return await this.admitted(passage.enter());
		}
		const delay = retryDelay({
			status: answer.status,
			error: readServiceError(answer.body),
			retryAfterMs: parseRetryAfter(answer.headers['retry-after'], Date.now()),
			reads,
			retries,
			remainingMs,
		});
		if (delay === undefined) throw answeredError(this.origin(request), answer);
		if (answer.status === 429 && !isAboutVehicle(answer)) {
			this.traffic.close(delay, answer);
			return await this.admitted(passage.comeBack(async () => await this.wait(delay)));
		}
		await this.wait(delay);
		return await this.admitted(passage.enter());
	}

	private async sendOnce(request: ApiRequest, passage: Passage): Promise<ApiResponse | NoAnswer> {
		try {
			const options = withDeparture(
				this.httpOptions(request),
				async () => await this.admitted(passage.enter()),
			);
			const answer = await this.exchange(request, options);
			return answer.status === 401 && !request.withoutToken
				? await this.sendWithNewToken(request, answer)
				: answer;
		} catch (error) {
			return this.outcomeOf(error);
		}
	}

	/** n8n 1.x knows no exceptions from ignoring a status: it took the 401 for an answer and did not renew the token. */
	private async sendWithNewToken(
		request: ApiRequest,
		refusal: ApiResponse,
	): Promise<ApiResponse | NoAnswer> {
		try {
			return await this.exchange(request, {
				...this.httpOptions(request),
				ignoreHttpStatusErrors: false,
			});
		} catch (error) {
			const outcome = this.outcomeOf(error);
			// Of an answer that it throws n8n 1.x keeps less than the refusal has.
			return 'status' in outcome && outcome.status === 401 ? refusal : outcome;
		}
	}

	private outcomeOf(error: unknown): ApiResponse | NoAnswer {
		if (this.cancelSignal?.aborted) throw this.cancelled();
		return readOutcome(error);
	}

	private async exchange(
		{ withoutToken }: ApiRequest,
		options: IHttpRequestOptions,
	): Promise<ApiResponse> {
		const { helpers } = this.context;
		const response: IN8nHttpFullResponse = withoutToken
			? await helpers.httpRequest(options)
			: await helpers.httpRequestWithAuthentication.call(
					this.context,
					this.credentialType,
					options,
				);
		return {
			status: response.statusCode,
			body: response.body,
			headers: normalizeHeaders(response.headers),
		};
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

/** Whether a request got what it asked for, and no answer that says why not. */
function isResult({ accepts }: ApiRequest, { status, body }: ApiResponse): boolean {
	return status < 400 || (accepts?.(status, readServiceError(body)) ?? false);
}
