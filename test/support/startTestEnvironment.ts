import { findInstalledN8n } from '../../tools/n8n/install';
import { findTarball } from '../../tools/pack';
import {
	TestEnvironment,
	type TestEnvironmentOptions,
} from '../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { DELIVERY_TIMEOUT_MS } from './deliveryTimeout';
import { n8nUnderTest } from './n8nUnderTest';

/**
 * Starts n8n with the packed package and the workflows, and the simulated Smartcar.
 * @throws Error if n8n is not installed or the package not packed; `npm test` does both
 */
export async function startTestEnvironment(
	workflows: [Workflow, ...Workflow[]],
	options: Partial<TestEnvironmentOptions> = {},
): Promise<TestEnvironment> {
	return await TestEnvironment.start({
		installation: await findInstalledN8n(n8nUnderTest),
		tarball: await findTarball(),
		workflows,
		...options,
		simulator: { deliveryTimeoutMs: DELIVERY_TIMEOUT_MS, ...options.simulator },
	});
}
