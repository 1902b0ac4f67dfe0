import { findN8n } from '../../tools/n8n/install';
import { findTarball } from '../../tools/package/pack';
import type { Workflow } from '../../tools/testEnvironment/exampleWorkflows';
import {
	TestEnvironment,
	type TestEnvironmentOptions,
} from '../../tools/testEnvironment/testEnvironment';
import { n8nUnderTest } from '../e2e/version';

/** A real n8n with the packed package and the workflows; n8n itself was brought into the cache before (npm test). */
export async function startTestEnvironment(
	workflows: [Workflow, ...Workflow[]],
	options: Partial<TestEnvironmentOptions> = {},
): Promise<TestEnvironment> {
	return await TestEnvironment.start({
		installation: await findN8n(n8nUnderTest),
		tarball: await findTarball(),
		workflows,
		...options,
	});
}
