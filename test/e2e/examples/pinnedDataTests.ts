import { nodeOutput } from '../../../tools/n8n/runData';
import type { Workflow } from '../../../tools/testEnvironment/workflow';
import type { ExampleRunner } from '../../support/exampleRunner';
import { lastNodes } from '../../support/lastNodes';

const isTrigger = ({ type }: { type: string }) => type.endsWith('Trigger');

/** @param workflows the examples as users import them, with the names of their files */
export function pinnedDataTests(
	runner: () => ExampleRunner,
	workflows: () => Array<[file: string, workflow: Workflow]>,
): void {
	test('each trigger of each example leads to a result, without a credential and without a request', async () => {
		const before = runner().simulator.requests.length;
		for (const [file, workflow] of workflows()) {
			for (const { name } of workflow.nodes.filter(isTrigger)) {
				const run = await runner().execute(workflow, name);
				const results = lastNodes(workflow).flatMap((last) => nodeOutput(run, last));
				expect({ file, name, results }).toMatchObject({
					results: expect.arrayContaining([expect.anything()]),
				});
			}
		}
		expect(runner().simulator.requests.length).toBe(before);
	});
}
