import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { EditorSession } from './editorSession';

const SAVE_TIMEOUT_MS = 20_000;

const workflowSchema = z.object({
	data: z.object({
		nodes: z.array(z.object({ name: z.string(), parameters: z.record(z.unknown()) })),
	}),
});

/**
 * The stored parameters of the node. Waits for the expected ones, because n8n saves with a delay.
 */
export async function storedParameters(
	{ environment, editor }: EditorSession,
	nodeName: string,
	expected: object,
): Promise<Record<string, unknown>> {
	let stored: Record<string, unknown> = {};
	await pWaitFor(
		async () => {
			// n8n stores a new workflow with its first change. Until then it answers 404.
			const response = await environment.rest
				.get(`/rest/workflows/${editor.workflowId}`)
				.catch(() => undefined);
			if (response === undefined) return false;
			const { data } = workflowSchema.parse(response);
			stored = data.nodes.find(({ name }) => name === nodeName)?.parameters ?? {};
			return matches(stored, expected);
		},
		{ interval: 250, timeout: SAVE_TIMEOUT_MS },
	).catch(() => undefined);
	return stored;
}

function matches(actual: object, expected: object): boolean {
	try {
		expect(actual).toMatchObject(expected);
		return true;
	} catch {
		return false;
	}
}
