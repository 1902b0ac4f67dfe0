import { changeableSignals, type Simulator, type TestCallback } from '../../simulator/simulator';
import type { N8nRestClient, StoredNode, WorkflowSummary } from '../n8n/restClient';

const TRIGGER_TYPE = 'n8n-nodes-smartcar.smartcarTrigger';

/** A Smartcar Trigger in a workflow. */
interface FoundTrigger {
	/** Name of the workflow. */
	name: string;
	webhookId: string;
}

interface FoundTriggers {
	/** In published versions. */
	published: FoundTrigger[];
	/** In the version that was saved last, published or not. */
	saved: FoundTrigger[];
}

/** The parts of a running n8n that `TriggerWebhooks` uses. */
interface TriggerSource {
	rest: Pick<N8nRestClient, 'listWorkflows' | 'getWorkflowNodes'>;
	urls: {
		webhookUrl(webhookId: string): string;
		testWebhookUrl(webhookId: string): string;
	};
}

const findTriggers = (name: string, nodes: StoredNode[]): FoundTrigger[] =>
	nodes.flatMap(({ type, webhookId }) =>
		type === TRIGGER_TYPE && webhookId !== undefined ? [{ name, webhookId }] : [],
	);

/**
 * Gives every published Smartcar Trigger of an n8n a webhook of the simulated Smartcar, as a user
 * does in the dashboard: creates it, verifies it and subscribes all vehicles. A webhook whose
 * trigger is no longer published is disabled.
 */
export class TriggerWebhooks {
	/** By ID, name and versions of the workflow, as JSON. */
	private readonly triggersByVersion = new Map<string, FoundTriggers>();

	/**
	 * By ID of the webhook, the IDs of the vehicles that were subscribed to it. They are not
	 * subscribed again, because a user may have deleted the subscription.
	 */
	private readonly subscribedVehicles = new Map<string, Set<string>>();

	private lastUpdate: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly simulator: Pick<Simulator, 'fleet' | 'subscriptions' | 'webhooks'>,
		private readonly source: TriggerSource,
		/** Called when a webhook is verified or disabled, and with the reason if it fails to verify. */
		private readonly report: (name: string, state: string) => void,
	) {}

	/**
	 * Finds the triggers and updates their webhooks, one call at a time.
	 *
	 * @returns the test URLs of all triggers
	 */
	async update(): Promise<TestCallback[]> {
		const update = this.lastUpdate.then(async () => await this.updateOnce());
		this.lastUpdate = update.catch(() => undefined);
		return await update;
	}

	private async updateOnce(): Promise<TestCallback[]> {
		const workflows = await this.source.rest.listWorkflows();
		const found: FoundTriggers = { published: [], saved: [] };
		for (const workflow of workflows.filter(({ isArchived }) => !isArchived)) {
			const { published, saved } = await this.readTriggers(workflow);
			found.published.push(...published);
			found.saved.push(...saved);
		}
		await this.updateWebhooks(found.published);
		return found.saved.map(({ name, webhookId }) => ({
			name: `${name}, listening in the editor`,
			callbackUri: this.source.urls.testWebhookUrl(webhookId),
		}));
	}

	/** Reads the nodes of a workflow once for each version. */
	private async readTriggers(workflow: WorkflowSummary): Promise<FoundTriggers> {
		const { id, name, versionId, activeVersionId } = workflow;
		const key = JSON.stringify([id, name, versionId, activeVersionId]);
		const known = this.triggersByVersion.get(key);
		if (known !== undefined) return known;
		const { saved, published } = await this.source.rest.getWorkflowNodes(id);
		const found = {
			saved: findTriggers(name, saved),
			published: activeVersionId === null ? [] : findTriggers(name, published),
		};
		this.triggersByVersion.set(key, found);
		return found;
	}

	private async updateWebhooks(published: FoundTrigger[]): Promise<void> {
		const { fleet, webhooks } = this.simulator;
		const names = new Map(
			published.map(({ name, webhookId }) => [this.source.urls.webhookUrl(webhookId), name]),
		);
		for (const webhook of fleet.webhooks) {
			if (!webhook.isEnabled || names.has(webhook.callbackUri)) continue;
			webhooks.setEnabled(webhook.id, false);
			webhook.isVerified = false;
			this.report(webhook.name, 'disabled, because its trigger is no longer published');
		}
		for (const [callbackUri, name] of names) await this.connect(callbackUri, name);
	}

	/**
	 * Creates, enables and verifies the webhook of a published trigger, unless that is done, and
	 * subscribes the vehicles that are new to it.
	 */
	private async connect(callbackUri: string, name: string): Promise<void> {
		const { fleet, subscriptions, webhooks } = this.simulator;
		const webhook =
			fleet.webhooks.find((candidate) => candidate.callbackUri === callbackUri) ??
			webhooks.create({
				name,
				callbackUri,
				triggers: [...changeableSignals],
				data: [...changeableSignals],
			});
		webhook.name = name;
		if (!webhook.isEnabled) webhooks.setEnabled(webhook.id, true);
		if (!webhook.isVerified) {
			const { verificationFailure } = webhook;
			const { verified, reason } = await webhooks.verify(webhook.id);
			if (verified) this.report(name, 'verified');
			else if (reason !== verificationFailure) this.report(name, `not verified: ${reason}`);
		}
		const subscribed = this.subscribedVehicles.get(webhook.id) ?? new Set<string>();
		this.subscribedVehicles.set(webhook.id, subscribed);
		// One vehicle has two owners. The second one has not granted access to these signals.
		for (const vehicle of fleet.vehicles) {
			const [owner] = fleet.connectionsOf(vehicle);
			if (owner === undefined || subscribed.has(vehicle.id)) continue;
			const { userId, vehicleId } = owner;
			subscriptions.add({ webhookId: webhook.id, userId, vehicleId });
			subscribed.add(vehicleId);
		}
	}
}
