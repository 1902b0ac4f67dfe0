import { findN8n } from '../../tools/n8n/install';
import { findTarball } from '../../tools/pack';
import type { Workflow } from '../../tools/testEnvironment/examples';
import { Scene, type SceneOptions } from '../../tools/testEnvironment/scene';
import { n8nUnderTest } from './version';

/** A real n8n with the packed package and the workflows; n8n itself was brought into the cache before (npm test). */
export async function startScene(
	workflows: [Workflow, ...Workflow[]],
	options: Partial<SceneOptions> = {},
): Promise<Scene> {
	return await Scene.start({
		installation: await findN8n(n8nUnderTest),
		tarball: await findTarball(),
		workflows,
		...options,
	});
}
