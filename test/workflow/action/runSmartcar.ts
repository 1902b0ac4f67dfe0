import path from 'node:path';
import { ExecuteContext, LoadOptionsContext } from 'n8n-core';
import { createEmptyRunExecutionData } from 'n8n-workflow';
import nock from 'nock';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	IRun,
	NodeExecutionHint,
} from 'n8n-workflow';
import { testCredential } from '../support/credentialTest';
import { createHarness, type Harness } from '../support/harness';
import type { Secrets } from '../support/credentials';

export const PACKAGE_FOLDER = path.resolve(__dirname, '../../..');

/** Tests a credential with these values. @returns the error message, or undefined if it passes */
export const checkCredential = async (type: string, values: Secrets[string]) =>
	await testCredential(await createHarness(PACKAGE_FOLDER, { [type]: values }), type);

export const APPLICATION: Secrets[string] = {
	clientId: 'client_1',
	clientSecret: 'secret',
	applicationId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
	accessToken: 'good',
};

export const vehicleApi = () => nock('https://api.smartcar.com');
export const managementApi = () => nock('https://management.api.smartcar.com/v3');
export const signalsApi = () => nock('https://vehicle.api.smartcar.com/v3');
export const compatibilityApi = () => nock('https://compatibility.api.smartcar.com');
export const tokenApi = () => nock('https://iam.smartcar.com');

/** A resource locator as in a saved workflow, with an ID or an expression. */
export const locator = (value: unknown, mode = 'id'): INodeParameters =>
	JSON.parse(JSON.stringify({ __rl: true, mode, value: value ?? null }));

/** Blocks all real requests and removes the mocks after each test. */
export function useNock(): void {
	beforeAll(() => nock.disableNetConnect());
	afterEach(() => nock.cleanAll());
	afterAll(() => nock.restore());
}

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

export interface RunOptions {
	secrets?: Secrets;
	node?: Partial<INode>;
	items?: IDataObject[];
}

/** Runs the built Smartcar node on input items, by default with an application credential. */
export async function runSmartcar(
	parameters: INodeParameters,
	setup: RunOptions = {},
): Promise<NodeResult & { harness: Harness }> {
	const harness = await createHarness(
		PACKAGE_FOLDER,
		setup.secrets ?? { smartcarApplicationApi: { ...APPLICATION } },
	);
	const node = harness.buildNode('smartcar', parameters, setup.node);
	return { ...readResult(await harness.runNode(node, setup.items)), harness };
}

interface Search {
	filter?: string;
	token?: string;
	/** The parameters of the node. */
	parameters?: INodeParameters;
	/** The path of the parameter with the list. */
	path?: string;
	secrets?: Secrets;
}

/** Loads one page of a list as the editor does. */
export async function searchList(
	method: string,
	search: Search = {},
): Promise<INodeListSearchResult> {
	const {
		filter,
		token,
		parameters = { authentication: 'applicationApi' },
		path: parameterPath = 'parameters.vehicleId',
	} = search;
	const harness = await createHarness(
		PACKAGE_FOLDER,
		search.secrets ?? { smartcarApplicationApi: { ...APPLICATION } },
	);
	const node = harness.buildNode('smartcar', parameters);
	const data = harness.additionalData({ currentNodeParameters: parameters });
	const context = new LoadOptionsContext(harness.buildWorkflow(node), node, data, parameterPath);
	const list = harness.nodeTypes.getByNameAndVersion(node.type, 1).methods?.listSearch?.[method];
	if (!list) throw new Error(`There is no list ${method}`);
	return await list.call(context, filter, token);
}

/** Starts the node as n8n does. `controller` cancels the execution. */
export async function startSmartcar(
	parameters: INodeParameters,
	{ itemCount = 1, ...changes }: { itemCount?: number; onError?: INode['onError'] } = {},
): Promise<{ controller: AbortController; finished: Promise<unknown> }> {
	const harness = await createHarness(PACKAGE_FOLDER, {
		smartcarApplicationApi: { ...APPLICATION },
	});
	const withCredential = { authentication: 'applicationApi', ...parameters };
	const node = harness.buildNode('smartcar', withCredential, changes);
	const items = Array.from({ length: itemCount }, () => ({ json: {} }));
	const controller = new AbortController();
	const context = new ExecuteContext(
		harness.buildWorkflow(node),
		node,
		harness.additionalData(),
		'manual',
		createEmptyRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
		controller.signal,
	);
	const { execute } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	if (!execute) throw new Error('The node cannot be executed');
	return { controller, finished: execute.call(context) };
}
