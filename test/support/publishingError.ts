import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../tools/testEnvironment/workflow';

/** Publishes a draft as the editor does. Returns n8n's error, or else what n8n says about it. */
export async function publishingError(
	{ rest }: TestEnvironment,
	{ id }: Workflow,
): Promise<string> {
	const { data } = z
		.object({ data: z.object({ versionId: z.string() }) })
		.parse(await rest.get(`/rest/workflows/${id}`));
	try {
		await rest.send('POST', `/rest/workflows/${id}/activate`, { versionId: data.versionId });
	} catch (error) {
		return String(error);
	}
	// n8n looks every 15 seconds for versions to publish.
	const isDecided = async () => (await rest.getPublicationStatus(id))?.status !== 'in_progress';
	await pWaitFor(isDecided, { interval: 100, timeout: 40_000 });
	return JSON.stringify((await rest.getPublicationStatus(id)) ?? null);
}
