import type { SimulatorOptions } from '../../options';
import { type Simulator, startSimulator } from '../../simulator';

export const credentials = {
	clientId: 'client_test',
	clientSecret: 'test-secret',
	applicationManagementToken: 'test-amt',
};

export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

const running: Simulator[] = [];

/** A simulator for one test; `stopSimulators` ends it. */
export async function simulator(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
	const started = await startSimulator({ ...credentials, timeScale: 0.001, ...options });
	running.push(started);
	return started;
}

export async function stopSimulators(): Promise<void> {
	await Promise.all(running.splice(0).map(async (started) => await started.close()));
}

/** One request over real HTTP; a body is sent as JSON. */
export async function call(
	url: string,
	options: {
		method?: string;
		token?: string;
		headers?: Record<string, string>;
		body?: unknown;
	} = {},
): Promise<Answer> {
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

/** The member of a list at a place, which must be there. */
export function at<T>(list: readonly T[], index: number): T {
	const entry = list[index];
	if (entry === undefined) throw new Error(`nothing at place ${index} of ${list.length}`);
	return entry;
}
