import path from 'node:path';
import nock from 'nock';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import { DEFAULT_HOSTS } from '../../../nodes/shared/hosts';
import { createHarness, type Harness } from '../support/harness';
import type { Secrets } from '../support/credentials';

export const PACKAGE = path.resolve(__dirname, '../../..');

export const APPLICATION: Secrets[string] = { clientId: 'client_1', clientSecret: 'secret', accessToken: 'good' };

export const vehicleApi = () => nock(DEFAULT_HOSTS.vehicleDataUrl);
export const managementApi = () => nock(DEFAULT_HOSTS.managementUrl);
export const signalsApi = () => nock(DEFAULT_HOSTS.signalsUrl);
export const compatibilityApi = () => nock(DEFAULT_HOSTS.compatibilityUrl);
export const tokenApi = () => nock('https://iam.smartcar.com');

/** A resource locator with an ID or an expression, as a saved workflow holds it. */
export const locator = (value: unknown, mode = 'id'): INodeParameters =>
	JSON.parse(JSON.stringify({ __rl: true, mode, value: value ?? null }));

/** Keeps every test offline and without what an earlier one left behind. */
export function useNock(): void {
	beforeAll(() => nock.disableNetConnect());
	afterEach(() => nock.cleanAll());
	afterAll(() => nock.restore());
}

export interface Finished {
	items: INodeExecutionData[];
	json: IDataObject[];
	/** The output for items that did not succeed, with n8n's setting On Error: Continue (using error output). */
	errorItems: INodeExecutionData[];
	error: IRun['data']['resultData']['error'];
}

export function read(run: IRun): Finished {
	const main = run.data.resultData.runData.smartcar?.[0]?.data?.main;
	const items = main?.[0] ?? [];
	return {
		items,
		json: items.map(({ json }) => json),
		errorItems: main?.[1] ?? [],
		error: run.data.resultData.error,
	};
}

export interface Setup {
	secrets?: Secrets;
	node?: Partial<INode>;
	items?: IDataObject[];
}

/** Runs the built Smartcar node on input items, with an application credential unless told otherwise. */
export async function runSmartcar(
	parameters: INodeParameters,
	setup: Setup = {},
): Promise<Finished & { harness: Harness }> {
	const harness = await createHarness(PACKAGE, setup.secrets ?? { smartcarApplicationApi: { ...APPLICATION } });
	const node = harness.buildNode('smartcar', parameters, setup.node);
	return { ...read(await harness.runNode(node, setup.items)), harness };
}
