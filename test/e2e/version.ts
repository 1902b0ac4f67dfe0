import { N8N_VERSION, OLDEST_N8N_VERSION, type N8nVersion } from '../../tools/n8n/releases';

/** The n8n that the jest project at hand is to run (jest.config.js). */
export const n8nUnderTest: N8nVersion =
	Reflect.get(globalThis, 'onOldestN8n') === true ? OLDEST_N8N_VERSION : N8N_VERSION;

/**
 * Whether this is n8n 1.x. What holds otherwise there has a title of its own, so that the record of the tested versions
 * (docs/tested-versions.json) tells it.
 */
export const onN8n1 = n8nUnderTest.startsWith('1.');
