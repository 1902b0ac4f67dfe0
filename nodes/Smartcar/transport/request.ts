import type { IDataObject, IHttpRequestMethods, INode } from 'n8n-workflow';
import type { HostName } from '../../shared/hosts';
import type { ServiceError } from './errors/serviceError';

export type CredentialType =
	'smartcarApplicationApi' | 'smartcarOAuth2Api' | 'smartcarAccessTokenApi';

export type ApiHost = Extract<
	HostName,
	'vehicleDataUrl' | 'managementUrl' | 'signalsUrl' | 'compatibilityUrl'
>;

export interface ApiRequest {
	method: IHttpRequestMethods;
	host: ApiHost;
	/** The segments of the path. The client encodes each one, so an ID stays one segment. */
	path: readonly string[];
	query?: IDataObject;
	headers?: IDataObject;
	body?: IDataObject;
	/** Whether it is sent again after a server or network error. By default only a GET is. */
	idempotent?: boolean;
	/** Whether it repeats a part of a request, and has waited for that. */
	isRetry?: boolean;
	/** Whether it is sent without an access token, because the host needs none. */
	withoutToken?: boolean;
	/** Whether an error response counts as a result, such as "already subscribed". */
	isExpectedError?: (status: number, error: ServiceError | undefined) => boolean;
}

export interface ApiResponse {
	status: number;
	body: unknown;
	/** Names in lower case. */
	headers: Record<string, string>;
}

/** What errors say about a request. */
export interface RequestDetails {
	node: INode;
	credentialType: CredentialType;
	itemIndex?: number;
	/** The user in the option User. */
	userId?: string;
	request: Pick<ApiRequest, 'method' | 'host'>;
	/** The path of the request, such as `/v2.0/user`. */
	path: string;
	/** The address of the host, with its version prefix. */
	url: string;
}
