import { allPermissions } from '../../fleet/permissions';
import type { Vehicle } from '../../fleet/types';
import type { SimulatorOptions } from '../../options';
import { type Simulator, startSimulator } from '../../simulator';

/** The application that every test simulator knows. */
export const credentials = {
	clientId: 'client_test',
	clientSecret: 'test-secret',
	oAuth2ClientId: '9a1c3f5e-7b2d-4e60-8f91-c2d4e6a8b0f3',
	applicationManagementToken: 'test-amt',
};

// Indexes of the vehicles in a new fleet, by make. See fleet/carModels.ts.
export const SKODA = 0;
export const TESLA = 1;
/** A plug-in hybrid. */
export const FORD = 2;
/** Has no traction battery. */
export const BMW = 3;
/** Has no traction battery, and its owner has not granted access to the location. */
export const TOYOTA = 4;
export const VOLVO = 5;

/** Response of the simulator; the body is parsed when it is JSON. */
export interface HttpResponse {
	status: number;
	headers: Headers;
	body: unknown;
}

const running: Simulator[] = [];

/** Starts a simulator in which all waits are 1000 times shorter. `stopTestSimulators` closes it. */
export async function startTestSimulator(
	options: Partial<SimulatorOptions> = {},
): Promise<Simulator> {
	const simulator = await startSimulator({ ...credentials, timeScale: 0.001, ...options });
	running.push(simulator);
	return simulator;
}

/** Closes every simulator that is running. */
export async function stopTestSimulators(): Promise<void> {
	await Promise.all(running.splice(0).map(async (simulator) => await simulator.close()));
}

/**
 * Sends one real HTTP request. With a body it is a POST by default, with the content type JSON. A
 * body that is a string is sent unchanged.
 */
export async function sendRequest(
	url: string,
	options: {
		method?: string;
		token?: string;
		headers?: Record<string, string>;
		body?: unknown;
	} = {},
): Promise<HttpResponse> {
	const { method, token, headers, body } = options;
	const response = await fetch(url, {
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		redirect: 'manual',
		headers: {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
	return {
		status: response.status,
		headers: response.headers,
		body: isJson ? JSON.parse(text) : text,
	};
}

/** The entry of a list at an index. Throws when there is none. */
export function entryAt<T>(list: readonly T[], index: number): T {
	const entry = list[index];
	if (entry === undefined) throw new Error(`no entry ${index} in a list of ${list.length}`);
	return entry;
}

/** A per-vehicle token of the vehicle's first owner, with every permission. */
export function vehicleToken({ fleet, tokens }: Simulator, vehicle: Vehicle): string {
	const { userId } = entryAt(fleet.connectionsOf(vehicle), 0);
	return tokens.issueForOwner({ userId, vehicleIds: [vehicle.id], scopes: [...allPermissions] });
}
