import type { PackageDirectoryLoader } from 'n8n-core';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/**
 * The values of the stored credentials, by credential type. `preAuthentication` writes renewed
 * tokens into them.
 */
export type Secrets = Record<string, INodeParameters>;

function copyInto(target: object, source: object): void {
	for (const [key, value] of Object.entries(source)) Reflect.set(target, key, value);
}

/**
 * Replaces n8n's credentials helper, which needs n8n's database. Does the same: fills in defaults,
 * omits hidden fields, calls `preAuthentication` for a token that is missing, expired or tested,
 * and evaluates the expressions of declarative authentication.
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

	/** Also evaluates expressions, for the item in `scope`. */
	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: unknown,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		scope?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const values = this.decrypt(type);
		if (scope === undefined) return values;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = scope;
		const evaluate = (value: string) =>
			workflow.expression.getParameterValue(
				value,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
				executeData,
			);
		for (const [name, value] of Object.entries(values))
			if (typeof value === 'string') copyInto(values, { [name]: evaluate(value) });
		return values;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		type: string,
		node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication, properties } = this.loader.getCredential(type).type;
		const tokenField = properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable,
		);
		// n8n runs a credential test with a node of this type.
		const isCredentialTest = node.type === 'n8n-nodes-base.noOp';
		const needsToken =
			tokenField !== undefined &&
			(credentials[tokenField.name] === '' || expired || isCredentialTest);
		if (!needsToken || !preAuthentication) return undefined;
		const renewed = await preAuthentication.call(helpers, credentials);
		if (renewed[tokenField.name] === undefined) return undefined;
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
		const evaluated: Record<string, Record<string, unknown>> = {};
		for (const [part, templates] of Object.entries(authenticate?.properties ?? {})) {
			for (const [name, template] of Object.entries(templates)) {
				const additionalKeys = { $credentials: credentials };
				const value = workflow.expression.getSimpleParameterValue(
					node,
					String(template),
					'internal',
					additionalKeys,
				);
				evaluated[part] = { ...evaluated[part], [name]: value };
			}
		}
		for (const [part, values] of Object.entries(evaluated)) {
			Reflect.set(options, part, { ...Reflect.get(options, part), ...values });
		}
		return options;
	}

	/** The decrypted credential, as n8n passes it to a credential test. */
	forTest(type: string): ICredentialsDecrypted {
		return { id: type, name: type, type, data: this.decrypt(type) };
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('This test harness does not support getCredentials');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
