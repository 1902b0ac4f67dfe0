import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../tools/testEnvironment/workflow';

/**
 * Publishes a draft as the editor does. Returns the error if n8n rejects the request, or else the
 * publication status as JSON: `null` for an n8n that has none.
 */
export async function publishDraft({ rest }: TestEnvironment, { id }: Workflow): Promise<string> {
	const { data } = z
		.object({ data: z.object({ versionId: z.string() }) })
		.parse(await rest.get(`/rest/workflows/${id}`));
	try {
		await rest.send('POST', `/rest/workflows/${id}/activate`, { versionId: data.versionId });
	} catch (error) {
		return String(error);
	}
	// n8n looks every 15 seconds for versions to publish.
	const isDone = async () => (await rest.getPublicationStatus(id))?.status !== 'in_progress';
	await pWaitFor(isDone, { interval: 100, timeout: 40_000 });
	return JSON.stringify((await rest.getPublicationStatus(id)) ?? null);
}
