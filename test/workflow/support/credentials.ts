import type { PackageDirectoryLoader } from 'n8n-core';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

/** Stored credentials by type. A renewed token is written into them. */
export type Secrets = Record<string, INodeParameters>;

function copyInto(target: object, source: object): void {
	for (const [key, value] of Object.entries(source)) Reflect.set(target, key, value);
}

/**
 * Does the same as n8n's credentials helper, without its database: it fills in defaults, omits hidden
 * fields, gets tokens when they are missing, expired or tested, and evaluates declarative
 * authentication with n8n's expression engine.
 */
export class StoredCredentials extends ICredentialsHelper {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly secrets: Secrets,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.loader.getCredential(type).type.properties;
	}

	/** The values of a credential for a node or a credential test. */
	decrypt(type: string): ICredentialDataDecryptedObject {
		const properties = this.getCredentialsProperties(type);
		const values = NodeHelpers.getNodeParameters(
			properties,
			this.secrets[type] ?? {},
			true,
			false,
			null,
			null,
		);
		const decrypted: ICredentialDataDecryptedObject = {};
		copyInto(decrypted, values ?? {});
		return decrypted;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: unknown,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		return this.decrypt(type);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		type: string,
		node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication, properties } = this.loader.getCredential(type).type;
		const expirable = properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable,
		);
		const testing = node.type === 'n8n-nodes-base.noOp';
		const due =
			expirable !== undefined && (credentials[expirable.name] === '' || expired || testing);
		if (!due || !preAuthentication) return undefined;
		const renewed = await preAuthentication.call(helpers, credentials);
		if (renewed[expirable.name] === undefined) return undefined;
		copyInto((this.secrets[type] ??= {}), renewed);
		copyInto(credentials, renewed);
		return credentials;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		options: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loader.getCredential(type).type;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		const resolved: Record<string, Record<string, unknown>> = {};
		for (const [part, templates] of Object.entries(authenticate?.properties ?? {})) {
			for (const [name, template] of Object.entries(templates)) {
				const keys = { $credentials: credentials };
				const value = workflow.expression.getSimpleParameterValue(
					node,
					String(template),
					'internal',
					keys,
				);
				resolved[part] = { ...resolved[part], [name]: value };
			}
		}
		for (const [part, values] of Object.entries(resolved)) {
			Reflect.set(options, part, { ...Reflect.get(options, part), ...values });
		}
		return options;
	}

	/** The credential for the node that runs a credential test. */
	forTest(type: string): ICredentialsDecrypted {
		return { id: type, name: type, type, data: this.decrypt(type) };
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Stored credentials are not handed out in tests');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
