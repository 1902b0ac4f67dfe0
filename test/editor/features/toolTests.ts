import { AGENT_CHAT, pathOfExample } from '../../../tools/testEnvironment/exampleWorkflows';
import type { EditorSession } from '../editorSession';

export function toolTests(session: () => EditorSession): void {
	test("as an agent's tool, the node says which other tool finds the ID, and has Output in place of Simplify", async () => {
		const { editor } = session();
		await editor.newWorkflow();
		await editor.importFile(pathOfExample(AGENT_CHAT));
		const panel = await editor.openNode('Read a Car');
		expect(await panel.notices()).toContain(
			'This operation needs the ID of a vehicle. Give the agent a second Smartcar tool with the operation Vehicle: Get Many, so that it can look up the ID.',
		);
		const paths = await panel.form.paths();
		expect(paths).toContain('toolOutput');
		expect(paths).not.toContain('simplify');
		await panel.close();
	});
}
