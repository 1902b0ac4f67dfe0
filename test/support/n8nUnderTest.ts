import { N8N_VERSION, OLDEST_N8N_VERSION, type N8nVersion } from '../../tools/n8n/releases';

function readN8nUnderTest(): N8nVersion {
	const setting: unknown = Reflect.get(globalThis, 'n8nUnderTest');
	if (setting === 'newest') return N8N_VERSION;
	if (setting === 'oldest') return OLDEST_N8N_VERSION;
	throw new Error(
		`The global n8nUnderTest is ${JSON.stringify(setting)}. In jest.config.js, set it to 'newest' or 'oldest' for each project that starts n8n.`,
	);
}

/** The n8n that this jest project tests: the global `n8nUnderTest`, which jest.config.js sets. */
export const n8nUnderTest: N8nVersion = readN8nUnderTest();

export const isNewest = n8nUnderTest === N8N_VERSION;

/**
 * For a test of what only the newest n8n does, and for a test that takes long and whose result does
 * not depend on the version.
 */
export const testOnNewest = isNewest ? test : test.skip;
