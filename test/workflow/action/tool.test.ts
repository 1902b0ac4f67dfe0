import type { INodeParameters } from 'n8n-workflow';
import { createHarness } from '../support/harness';
import { connection, page } from './resources';
import { APPLICATION, PACKAGE, read, runSmartcar, signalsApi, useNock } from './smartcar';

useNock();

const parameters = { resource: 'connection', operation: 'getMany' };

/** Runs the node as the tool of an agent that n8n makes of it: the same node under a name that ends in Tool. */
async function runTool(extra: INodeParameters) {
	const harness = await createHarness(PACKAGE, { smartcarApplicationApi: { ...APPLICATION } });
	const { description } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	description.name = 'smartcarTool';
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection('v1')], 1, 50, 1));
	return read(await harness.runNode(harness.buildNode('smartcar', { ...parameters, ...extra })));
}

test.each([
	['simplified unless told otherwise', {}, expect.objectContaining({ id: 'c-v1', vehicleId: 'v1' })],
	['raw', { toolOutput: 'raw' }, connection('v1')],
	[
		'selected fields, in their order',
		{ toolOutput: 'selected', toolFields: ' userId, vehicleId ,nothing' },
		{ userId: 'u1', vehicleId: 'v1' },
	],
])('%s', async (_what, extra, expected) => {
	expect((await runTool(extra)).json).toEqual([expected]);
});

test.each([
	['an output that does not exist', { toolOutput: '={{ "all" }}' }, "'Output' must be raw, selected or simplified"],
	[
		'an output without value',
		{ toolOutput: '={{ undefined }}' },
		"'Output' must be raw, selected or simplified",
	],
	[
		'no fields',
		{ toolOutput: 'selected', toolFields: ' , ' },
		"'Fields' must be a comma-separated list of at least one field",
	],
	[
		'too many fields',
		{ toolOutput: 'selected', toolFields: 'a,'.repeat(5000) },
		"'Fields' must be a comma-separated list of at least one field",
	],
])('%s is refused before any request', async (_what, extra, message) => {
	const { error } = await runTool(extra);
	expect(error?.message).toBe(message);
});

test('Simplify is for workflows: an agent has Output instead, and a workflow has no Output', async () => {
	const simplified = expect.objectContaining({ vehicleId: 'v1' });
	expect((await runTool({ simplify: false })).json).toEqual([simplified]);
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection('v1')], 1, 50, 1));
	expect((await runSmartcar({ ...parameters, toolOutput: 'raw' })).json).toEqual([simplified]);
});
