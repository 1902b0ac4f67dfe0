import {
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWebhookData,
	INodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { StoredCredentials, type Secrets } from './credentials';

/** Name of the node that the input items come from. */
const PREVIOUS = 'previous';

const FINISHED = { startTime: 0, executionIndex: 0, executionTime: 0, source: [] };

interface StartedExecution {
	finished: Promise<IRun>;
	cancel: () => void;
}

/**
 * Loads the built package as n8n does, and executes its nodes with n8n-core, including expressions,
 * token renewal and paired items.
 *
 * @param secrets the stored credentials by type. A node gets all of them.
 */
export async function createHarness(packageDir: string, secrets: Secrets) {
	const loader = new PackageDirectoryLoader(packageDir);
	await loader.loadAll();
	const { packageName } = loader;

	const getByName = (type: string): INodeType | IVersionedNodeType =>
		loader.getNode(type.replace(`${packageName}.`, '')).type;
	const nodeTypes: INodeTypes = {
		getByName,
		getByNameAndVersion: (type, version) =>
			NodeHelpers.getVersionedNodeType(getByName(type), version),
		getKnownTypes: () => ({}),
	};
	const credentials = new StoredCredentials(loader, secrets);

	/** The data that n8n passes to every execution. @param changes properties to add or replace */
	function additionalData(changes: object = {}): IWorkflowExecuteAdditionalData {
		const notSupported = () => {
			throw new Error('The node calls a function of n8n that this test harness does not have');
		};
		const base: IWorkflowExecuteAdditionalData = {
			credentialsHelper: credentials,
			externalSecretsProxy: new ExternalSecretsProxy(),
			executionId: '1',
			userId: 'user',
			variables: {},
			currentNodeExecutionIndex: 0,
			restApiUrl: 'http://localhost/rest',
			instanceBaseUrl: 'http://localhost/',
			formBaseUrl: 'http://localhost/form',
			formTestBaseUrl: 'http://localhost/form-test',
			formWaitingBaseUrl: 'http://localhost/form-waiting',
			webhookBaseUrl: 'http://localhost/webhook',
			webhookTestBaseUrl: 'http://localhost/webhook-test',
			webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
			mcpBaseUrl: 'http://localhost/mcp',
			mcpTestBaseUrl: 'http://localhost/mcp-test',
			setExecutionStatus: () => {},
			sendDataToUI: () => {},
			logAiEvent: () => {},
			executeWorkflow: notSupported,
			getRunExecutionData: notSupported,
			getRuntimeCredential: notSupported,
			startRunnerTask: notSupported,
		};
		return Object.assign(base, changes);
	}

	/** @param type `smartcar` or `smartcarTrigger` */
	const buildNode = (
		type: string,
		parameters: INodeParameters = {},
		changes: Partial<INode> = {},
	): INode => ({
		id: type,
		name: type,
		type: `${packageName}.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(Object.keys(secrets).map((name) => [name, { id: name, name }])),
		...changes,
	});

	const previousNode: INode = { ...buildNode('smartcar'), id: PREVIOUS, name: PREVIOUS };

	const buildWorkflow = (node: INode, staticData?: IDataObject, id = 'wf'): Workflow =>
		new Workflow({
			id,
			nodes: [previousNode, node],
			connections: {
				[PREVIOUS]: { main: [[{ node: node.name, type: NodeConnectionTypes.Main, index: 0 }]] },
			},
			nodeTypes,
			active: true,
			settings: {},
			staticData,
		});

	/** The webhook of a trigger node whose webhook ID is `hook`, as n8n registers it. */
	function buildWebhookData(node: INode): IWebhookData {
		const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const [webhookDescription] = description.webhooks ?? [];
		if (!webhookDescription) throw new Error(`The node type ${node.type} has no webhook`);
		return {
			httpMethod: 'POST',
			node: node.name,
			path: 'hook/webhook',
			webhookDescription,
			workflowId: 'wf',
			workflowExecuteAdditionalData: additionalData(),
		};
	}

	/** Starts an execution of the node. `cancel` does the same as a user who stops the execution. */
	function startNode(node: INode, items: IDataObject[] = [{}]): StartedExecution {
		const now = new Date();
		const workflowData: IWorkflowBase = {
			id: 'wf',
			name: 'wf',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: now,
			updatedAt: now,
			nodes: [node],
			connections: {},
		};
		const hooks = new ExecutionLifecycleHooks('manual', '1', workflowData);
		const executionEnd = new Promise<IRun>((resolve) =>
			hooks.addHandler('workflowExecuteAfter', (run) => resolve(run)),
		);
		const main = [items.map((json) => ({ json }))];
		const source = { main: [{ previousNode: PREVIOUS }] };
		const data = createRunExecutionData({
			resultData: { runData: { [PREVIOUS]: [{ ...FINISHED, data: { main } }] } },
			executionData: { nodeExecutionStack: [{ node, data: { main }, source }] },
		});
		const execution = new WorkflowExecute(additionalData({ hooks }), 'manual', data);
		const processed = execution.processRunExecutionData(buildWorkflow(node));
		// Rejects if n8n-core itself fails.
		const executionError = processed.then(
			async () => await executionEnd,
			async (error: unknown) => await Promise.reject(error),
		);
		return {
			finished: Promise.race([executionEnd, executionError]),
			cancel: () => processed.cancel(),
		};
	}

	const runNode = async (node: INode, items?: IDataObject[]): Promise<IRun> =>
		await startNode(node, items).finished;

	return {
		additionalData,
		buildNode,
		buildWebhookData,
		buildWorkflow,
		credentials,
		loader,
		nodeTypes,
		runNode,
		secrets,
		startNode,
	};
}

export type Harness = Awaited<ReturnType<typeof createHarness>>;
