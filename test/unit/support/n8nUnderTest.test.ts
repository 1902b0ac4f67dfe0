import { N8N_VERSION, OLDEST_N8N_VERSION } from '../../../tools/n8n/releases';

type N8nUnderTest = typeof import('../../support/n8nUnderTest');

/** Loads the module as in a jest project with this global. */
function load(setting?: string): N8nUnderTest {
	Reflect.set(globalThis, 'n8nUnderTest', setting);
	jest.resetModules();
	return jest.requireActual<N8nUnderTest>('../../support/n8nUnderTest');
}

afterEach(() => Reflect.deleteProperty(globalThis, 'n8nUnderTest'));

test('a jest project tests the newest or the oldest n8n', () => {
	expect(load('newest')).toMatchObject({ n8nUnderTest: N8N_VERSION, isNewest: true });
	expect(load('oldest')).toMatchObject({ n8nUnderTest: OLDEST_N8N_VERSION, isNewest: false });
});

test.each([undefined, 'latest'])('a jest project with the setting %s starts no n8n', (setting) => {
	expect(() => load(setting)).toThrow("In jest.config.js, set it to 'newest' or 'oldest'");
});
