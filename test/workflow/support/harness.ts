import path from 'node:path';
import {
	ExecuteContext,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWebhookData,
	INodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { StoredCredentials, type Secrets } from './storedCredentials';

export const PACKAGE_FOLDER = path.resolve(__dirname, '../../..');

/** Name and ID of the node that the input items come from. */
const PREVIOUS = 'previous';

/** The metadata of that node's run. */
const FINISHED_RUN = { startTime: 0, executionIndex: 0, executionTime: 0, source: [] };

interface ExecuteContextOptions {
	workflow: Workflow;
	node: INode;
	/** The input items. */
	items: INodeExecutionData[];
	mode: WorkflowExecuteMode;
	/** Cancels the execution. */
	cancelSignal?: AbortSignal;
}

/**
 * Loads the built package as n8n does, and executes its nodes with n8n-core, including expressions,
 * token renewal and paired items.
 *
 * @param secrets the stored credentials by type. A node gets all of them.
 */
export async function createHarness(secrets: Secrets) {
	const loader = new PackageDirectoryLoader(PACKAGE_FOLDER);
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

	const buildWorkflow = (node: INode, id = 'wf'): Workflow =>
		new Workflow({
			id,
			nodes: [previousNode, node],
			connections: {
				[PREVIOUS]: { main: [[{ node: node.name, type: NodeConnectionTypes.Main, index: 0 }]] },
			},
			nodeTypes,
			active: true,
			settings: {},
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

	/** The context in which n8n calls `execute()` of a node. */
	const createExecuteContext = ({
		workflow,
		node,
		items,
		mode,
		cancelSignal,
	}: ExecuteContextOptions): ExecuteContext =>
		new ExecuteContext(
			workflow,
			node,
			additionalData(),
			mode,
			createRunExecutionData(),
			0,
			items,
			{ main: [items] },
			{ node, data: { main: [items] }, source: null },
			[],
			cancelSignal,
		);

	/** Executes the node with these input items. */
	async function runNode(node: INode, items: IDataObject[] = [{}]): Promise<IRun> {
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
			resultData: { runData: { [PREVIOUS]: [{ ...FINISHED_RUN, data: { main } }] } },
			executionData: { nodeExecutionStack: [{ node, data: { main }, source }] },
		});
		const execution = new WorkflowExecute(additionalData({ hooks }), 'manual', data);
		// Rejects if n8n-core itself fails.
		const processed = execution.processRunExecutionData(buildWorkflow(node));
		return await Promise.race([executionEnd, processed.then(async () => await executionEnd)]);
	}

	return {
		additionalData,
		buildNode,
		buildWebhookData,
		buildWorkflow,
		createExecuteContext,
		credentials,
		loader,
		nodeTypes,
		runNode,
		secrets,
	};
}

export type Harness = Awaited<ReturnType<typeof createHarness>>;
