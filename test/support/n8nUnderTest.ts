import { N8N_VERSION, OLDEST_N8N_VERSION, type N8nVersion } from '../../tools/n8n/releases';

/**
 * The n8n that this jest project tests. jest.config.js sets `onOldestN8n` for the project
 * `e2e-oldest`.
 */
export const n8nUnderTest: N8nVersion =
	Reflect.get(globalThis, 'onOldestN8n') === true ? OLDEST_N8N_VERSION : N8N_VERSION;

export const isNewest = n8nUnderTest === N8N_VERSION;

/**
 * For a test of what only the newest n8n does, and for a test that takes long and whose result does
 * not depend on the version.
 */
export const testOnNewest = isNewest ? test : test.skip;
