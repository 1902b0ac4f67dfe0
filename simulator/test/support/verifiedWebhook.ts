import type { SimulatorOptions } from '../../options';
import type { NewWebhook } from '../../webhooks/webhooks';
import { startReceiver } from './receiver';
import { credentials, entryAt, startTestSimulator, TESLA } from './testSimulator';

/**
 * Starts a simulator with one verified webhook for all vehicles, after its first deliveries. Stop
 * it with `stopTestSimulators` and `stopReceivers`.
 */
export async function startWithWebhook(
	webhookOptions: Partial<NewWebhook> = {},
	simulatorOptions: Partial<SimulatorOptions> = {},
) {
	const callback = await startReceiver(credentials.applicationManagementToken);
	const simulator = await startTestSimulator(simulatorOptions);
	const webhook = simulator.webhooks.create({
		name: 'n8n',
		callbackUri: callback.url,
		autoSubscribe: true,
		...webhookOptions,
	});
	await simulator.webhooks.verify(webhook.id);
	await simulator.deliveries.idle();
	callback.requests.length = 0;
	// It has one owner, so the webhook gets each of its events once.
	const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
	return { simulator, callback, webhook, vehicle };
}
