import type { AddressInfo } from 'node:net';
import { Executions } from './commands/commandRunner';
import { CommandScripts } from './commands/plannedCommands';
import { Deliveries } from './deliveries/deliveries';
import { Sender } from './deliveries/sender';
import { signedRequests, type SignedRequest } from './deliveries/signedRequests';
import { EventBuilder } from './events/eventBuilder';
import { Fleet } from './fleet/fleet';
import type { JsonObject } from './json';
import { Consents } from './oauth/consentScreen';
import { Grants } from './oauth/grants';
import { settingsOf, type SimulatorOptions } from './options';
import { createApp } from './server/app';
import { Faults } from './faults/faults';
import { type Hosts, hostsOf } from './server/hosts';
import { RequestLog, type RequestLogEntry } from './server/requestLog';
import { Tokens } from './oauth/tokens';
import { Notifier } from './webhooks/eventPublisher';
import { Subscriptions } from './webhooks/subscriptions';
import { Webhooks } from './webhooks/webhooks';

/** The service, as a real HTTP server on 127.0.0.1. */
export interface Simulator {
	url: string;
	hosts: Hosts;
	fleet: Fleet;
	/** Requests in order of their arrival. */
	requests: RequestLogEntry[];
	/** Tells of each request once it has been answered. */
	onRequest(listener: (entry: RequestLogEntry) => void): void;
	tokens: Tokens;
	/** What owners decide in Connect (OAuth2). */
	consents: Consents;
	/** Codes and refresh tokens of what they granted. */
	grants: Grants;
	faults: Faults;
	/** How the next commands go. */
	commands: CommandScripts;
	webhooks: Webhooks;
	subscriptions: Subscriptions;
	deliveries: Deliveries;
	events: EventBuilder;
	/** What a load generator has to send for events. */
	signedRequests(events: readonly JsonObject[]): SignedRequest[];
	/** Ends everything, pending retries too. */
	close(): Promise<void>;
}

/** Starts the service; `close` it when done. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
	const settings = settingsOf(options);
	const { applicationManagementToken, timeScale } = settings;
	const fleet = new Fleet(settings.seed, settings.vehicles);
	const tokens = new Tokens(fleet, settings.tokenLifetimeMs);
	const consents = new Consents(fleet);
	const grants = new Grants(tokens, settings.vehicleTokenLifetimeMs, timeScale);
	const subscriptions = new Subscriptions(fleet, timeScale);
	const sender = new Sender(settings.deliveryTimeoutMs);
	const deliveries = new Deliveries(fleet, sender, applicationManagementToken, timeScale);
	const events = new EventBuilder(fleet);
	const notifier = new Notifier(fleet, events, deliveries);
	const webhooks = new Webhooks(fleet, subscriptions, notifier, sender, applicationManagementToken);
	const commands = new CommandScripts();
	const executions = new Executions(commands, timeScale, settings.clientId);
	const log = new RequestLog();
	const faults = new Faults();

	let hosts = hostsOf('');
	const context = {
		settings,
		fleet,
		tokens,
		consents,
		grants,
		subscriptions,
		executions,
		hosts: () => hosts,
	};
	const app = createApp(context, log, faults);
	await app.listen({ host: '127.0.0.1', port: settings.port });
	const url = `http://127.0.0.1:${portOf(app.server.address())}`;
	hosts = hostsOf(url);

	return {
		url,
		hosts,
		fleet,
		requests: log.entries,
		onRequest: (listener) => log.onAnswer(listener),
		tokens,
		consents,
		grants,
		faults,
		commands,
		webhooks,
		subscriptions,
		deliveries,
		events,
		signedRequests: (list) => signedRequests(applicationManagementToken, list),
		async close() {
			executions.close();
			subscriptions.close();
			await sender.close();
			await deliveries.idle();
			await app.close();
		},
	};
}

function portOf(address: AddressInfo | string | null): number {
	if (address === null || typeof address === 'string')
		throw new Error('the server has no TCP address');
	return address.port;
}
