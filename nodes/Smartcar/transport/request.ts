import type { IDataObject, IHttpRequestMethods, INode } from 'n8n-workflow';
import type { HostName } from '../../shared/hosts';
import type { CredentialType } from './credentials';
import type { ServiceError } from './errors/serviceError';

export type ApiHost = Extract<
	HostName,
	'vehicleDataUrl' | 'managementUrl' | 'signalsUrl' | 'compatibilityUrl'
>;

export interface ApiRequest {
	method: IHttpRequestMethods;
	host: ApiHost;
	/** Begins with a slash; put together with buildPath wherever an ID is in it. */
	path: string;
	query?: IDataObject;
	headers?: IDataObject;
	body?: IDataObject;
	/** Whether it only reads and may be sent again after a server trouble; a GET always does. */
	reads?: boolean;
	/** Whether the host asks for no token, which is then not sent there. */
	withoutToken?: boolean;
	/** Tells of an answer of 400 or more that it is a result all the same, such as "already gone" to a deletion. */
	accepts?: (status: number, error: ServiceError | undefined) => boolean;
}

export interface ApiResponse {
	status: number;
	body: unknown;
	/** Names in lower case. */
	headers: Record<string, string>;
}

/** Where a request comes from: what an error needs to know to help. */
export interface RequestOrigin {
	node: INode;
	credentialType: CredentialType;
	itemIndex?: number;
	request: ApiRequest;
	url: string;
}

/** Headers of any client as text by lower-case name. */
export function normalizeHeaders(headers: unknown): Record<string, string> {
	if (typeof headers !== 'object' || headers === null) return {};
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
