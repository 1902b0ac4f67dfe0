import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { startSimulator, type Simulator } from '../../../simulator/simulator';
import { runSmartcar, searchList, type NodeResult } from './runSmartcar';

const APPLICATION = {
	clientId: 'client_1',
	clientSecret: 'secret',
	applicationManagementToken: 'amt',
};

/** Blocks all real requests, except those to the simulated service. */
export function allowOnlyLocalRequests(): void {
	beforeAll(() => {
		nock.disableNetConnect();
		nock.enableNetConnect('127.0.0.1');
	});
	afterAll(() => nock.restore());
}

/**
 * Runs the node on the simulated Smartcar service over HTTP. The service runs for all tests of a
 * file or `describe` block.
 */
export function useSimulatedService(options: Partial<Parameters<typeof startSimulator>[0]> = {}) {
	const running: { simulator?: Simulator } = {};

	function simulator(): Simulator {
		if (!running.simulator) throw new Error('The simulated service is not running');
		return running.simulator;
	}

	function secrets() {
		const { clientId, clientSecret } = APPLICATION;
		const { hosts, tokens } = simulator();
		const accessToken = tokens.issueForApplication();
		return {
			smartcarApplicationApi: { clientId, clientSecret, accessToken, customHosts: true, ...hosts },
			smartcarAccessTokenApi: { accessToken, customHosts: true, ...hosts },
		};
	}

	beforeAll(async () => {
		running.simulator = await startSimulator({ ...APPLICATION, ...options });
		for (const vehicle of running.simulator.fleet.vehicles) vehicle.reachability = 'online';
	});
	afterEach(() => simulator().faults.clear());
	afterAll(async () => await running.simulator?.close());

	/** Adds subscriptions of the first connected vehicle until there are `count`. */
	function fillSubscriptions(count: number): void {
		const { fleet } = simulator();
		const [connection] = fleet.connections;
		if (!connection) throw new Error('No vehicle is connected');
		const { userId, vehicleId } = connection;
		for (let index = fleet.subscriptions.length; index < count; index++) {
			fleet.subscriptions.push({
				id: randomUUID(),
				webhookId: randomUUID(),
				userId,
				vehicleId,
				createdAt: index,
				updatedAt: index,
				isFirstDeliveryPending: false,
				openErrorCode: null,
			});
		}
	}

	return {
		simulator,
		fillSubscriptions,
		/** All requests so far, without those for tokens. */
		requests: () => simulator().requests.filter(({ path }) => !path.includes('/oauth')),
		/** Loads one page of a list. */
		async list(method: string, parameters: INodeParameters): Promise<INodeListSearchResult> {
			return await searchList(method, { parameters, secrets: secrets() });
		},
		async run(
			parameters: INodeParameters,
			items?: IDataObject[],
			node?: Partial<INode>,
		): Promise<NodeResult> {
			return await runSmartcar(parameters, { secrets: secrets(), items, node });
		},
	};
}
