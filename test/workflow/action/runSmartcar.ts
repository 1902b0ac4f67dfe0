import { LoadOptionsContext } from 'n8n-core';
import nock from 'nock';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeProperties,
	IRun,
	NodeExecutionHint,
} from 'n8n-workflow';
import { testCredential } from '../support/credentialTest';
import { createHarness, type Harness } from '../support/harness';
import type { Secrets } from '../support/storedCredentials';

/** Tests a credential with these values. Returns the error message, or undefined if it passes. */
export const checkCredential = async (type: string, values: Secrets[string]) =>
	await testCredential(await createHarness({ [type]: values }), type);

export const APPLICATION: Secrets[string] = {
	clientId: 'client_1',
	clientSecret: 'secret',
	applicationId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
	accessToken: 'good',
};

/** The warning that a command may have been executed comes first, and nothing says to try again. */
export const ONLY_WARNING = /^The vehicle may have executed the request(?!.*try again)/i;

export const vehicleApi = () => nock('https://api.smartcar.com');
export const managementApi = () => nock('https://management.api.smartcar.com/v3');
export const signalsApi = () => nock('https://vehicle.api.smartcar.com/v3');
export const compatibilityApi = () => nock('https://compatibility.api.smartcar.com');
export const tokenApi = () => nock('https://iam.smartcar.com');

/** A resource locator as n8n stores it in a workflow. Its value can also be an expression. */
export const locator = (value: unknown, mode = 'id'): INodeParameters =>
	JSON.parse(JSON.stringify({ __rl: true, mode, value: value ?? null }));

/** Blocks all real requests and removes the mocks after each test. */
export function useNock(): void {
	beforeAll(() => nock.disableNetConnect());
	afterEach(() => nock.cleanAll());
	afterAll(() => nock.restore());
}

/** Records the requests that no mock answers, until `stop`, which returns their paths. */
export function recordUnmockedRequests(): { stop: () => string[] } {
	const paths: string[] = [];
	const record = (request: { path: string }) => void paths.push(request.path);
	nock.emitter.on('no match', record);
	return {
		stop() {
			nock.emitter.off('no match', record);
			return paths;
		},
	};
}

/** All operations that the node offers, as `resource/operation`. */
export const offeredOperations = (properties: INodeProperties[]): string[] =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.flatMap((option) =>
				'value' in option ? [`${displayOptions?.show?.resource?.[0]}/${option.value}`] : [],
			),
		);

export interface NodeResult {
	items: INodeExecutionData[];
	json: IDataObject[];
	/** The failed items, with On Error: Continue (using error output). */
	errorItems: INodeExecutionData[];
	error: IRun['data']['resultData']['error'];
	/** The hints that the editor shows. */
	hints: NodeExecutionHint[];
}

export function readResult(run: IRun): NodeResult {
	const task = run.data.resultData.runData.smartcar?.[0];
	const main = task?.data?.main;
	const items = main?.[0] ?? [];
	return {
		items,
		json: items.map(({ json }) => json),
		errorItems: main?.[1] ?? [],
		error: run.data.resultData.error,
		hints: task?.hints ?? [],
	};
}

interface RunOptions {
	/** The stored credentials by type. */
	secrets?: Secrets;
	/** Properties of the node to add or replace. */
	node?: Partial<INode>;
	/** The input items. One without fields by default. */
	items?: IDataObject[];
}

/** Runs the built Smartcar node on input items, by default with an application credential. */
export async function runSmartcar(
	parameters: INodeParameters,
	{
		secrets = { smartcarApplicationApi: { ...APPLICATION } },
		node: nodeChanges,
		items,
	}: RunOptions = {},
): Promise<NodeResult & { harness: Harness }> {
	const harness = await createHarness(secrets);
	const node = harness.buildNode('smartcar', parameters, nodeChanges);
	return { ...readResult(await harness.runNode(node, items)), harness };
}

interface SearchOptions {
	/** The text that the user has entered. */
	filter?: string;
	/** The pagination token of the previous page. */
	token?: string;
	/** The parameters of the node. */
	parameters?: INodeParameters;
	/** The path of the parameter with the list. */
	path?: string;
	/** The stored credentials by type. */
	secrets?: Secrets;
}

/** Loads one page of a list as the editor does. */
export async function searchList(
	method: string,
	{
		filter,
		token,
		parameters = { authentication: 'applicationApi' },
		path: parameterPath = 'parameters.vehicleId',
		secrets = { smartcarApplicationApi: { ...APPLICATION } },
	}: SearchOptions = {},
): Promise<INodeListSearchResult> {
	const harness = await createHarness(secrets);
	const node = harness.buildNode('smartcar', parameters);
	const data = harness.additionalData({ currentNodeParameters: parameters });
	const context = new LoadOptionsContext(harness.buildWorkflow(node), node, data, parameterPath);
	const list = harness.nodeTypes.getByNameAndVersion(node.type, 1).methods?.listSearch?.[method];
	if (!list) throw new Error(`There is no list ${method}`);
	return await list.call(context, filter, token);
}

/** Starts the node as n8n does. `controller.abort()` cancels the execution. */
export async function startSmartcar(
	parameters: INodeParameters,
	{ itemCount = 1, ...nodeChanges }: { itemCount?: number; onError?: INode['onError'] } = {},
): Promise<{ controller: AbortController; finished: Promise<unknown> }> {
	const harness = await createHarness({
		smartcarApplicationApi: { ...APPLICATION },
	});
	const withCredential = { authentication: 'applicationApi', ...parameters };
	const node = harness.buildNode('smartcar', withCredential, nodeChanges);
	const controller = new AbortController();
	const context = harness.createExecuteContext({
		workflow: harness.buildWorkflow(node),
		node,
		items: Array.from({ length: itemCount }, () => ({ json: {} })),
		mode: 'manual',
		cancelSignal: controller.signal,
	});
	const { execute } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	if (!execute) throw new Error('The node cannot be executed');
	return { controller, finished: execute.call(context) };
}
