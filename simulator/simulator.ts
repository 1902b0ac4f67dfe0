import type { AddressInfo } from 'node:net';
import { createApp } from './app';
import { CommandRunner } from './commands/commandRunner';
import { PlannedCommands } from './commands/plannedCommands';
import { Deliveries } from './deliveries/deliveries';
import { CallbackSender } from './deliveries/callbackSender';
import { createSignedRequests, type SignedRequest } from './deliveries/signedRequests';
import { EventBuilder } from './events/eventBuilder';
import { EventPage } from './eventPage/eventPage';
import { Faults } from './faults/faults';
import { Fleet } from './fleet/fleet';
import type { JsonObject } from './json';
import { ConsentScreen } from './oauth/consentScreen';
import { Grants } from './oauth/grants';
import { Tokens } from './oauth/tokens';
import { withDefaults, type SimulatorOptions } from './options';
import { type Hosts, hostUrls } from './server/hosts';
import { RequestLog, type RequestLogEntry } from './server/requestLog';
import { EventPublisher } from './webhooks/eventPublisher';
import { Subscriptions } from './webhooks/subscriptions';
import { Webhooks } from './webhooks/webhooks';

// Code outside of this folder imports only this file, json.ts and random.ts, and tests also
// test/support/receiver.ts.
export type { DeliverOptions, DeliveryAttempt } from './deliveries/deliveries';
export { describeAttempt } from './deliveries/describeAttempt';
export type { SignedRequest } from './deliveries/signedRequests';
export type { TestCallback } from './eventPage/eventPage';
export { changeableSignals, type NamedChange, namedChanges } from './eventPage/namedChanges';
export type { Fault } from './faults/faults';
export { batteryOf } from './fleet/batteryOf';
export { allPermissions } from './fleet/permissions';
export { type Vehicle, type Webhook, weekdays } from './fleet/types';
export type { RequestLogEntry } from './server/requestLog';
export { signalCatalog } from './signals/signalCatalog';

/** A running simulator of the Smartcar service: a real HTTP server on 127.0.0.1. */
export interface Simulator {
	url: string;
	hosts: Hosts;
	/** Vehicles, users, connections, webhooks and subscriptions. */
	fleet: Fleet;
	/** Every request, in order of arrival. */
	requests: RequestLogEntry[];
	/** Calls the listener after each response. */
	onResponse(listener: (entry: RequestLogEntry) => void): void;
	tokens: Tokens;
	/** Decides what owners grant with OAuth2. */
	consentScreen: ConsentScreen;
	/** Authorization codes and refresh tokens of owners. */
	grants: Grants;
	/** Plans responses that go wrong. */
	faults: Faults;
	/** Plans slow commands and how they end. */
	commands: PlannedCommands;
	webhooks: Webhooks;
	subscriptions: Subscriptions;
	deliveries: Deliveries;
	/** Builds events about the vehicles. */
	events: EventBuilder;
	/** The page at `url`, on which a person sends events. */
	eventPage: EventPage;
	/** Creates the signed requests that deliver these events, for a load generator to send. */
	createSignedRequests(events: readonly JsonObject[]): SignedRequest[];
	/** Stops the server and cancels everything that is pending, such as retries. */
	close(): Promise<void>;
}

/** Starts a simulator. Call `close` at the end. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
	const settings = withDefaults(options);
	const { applicationManagementToken, timeScale } = settings;
	const fleet = new Fleet(settings.seed, settings.vehicles);
	const tokens = new Tokens();
	const consentScreen = new ConsentScreen(fleet);
	const grants = new Grants(tokens, timeScale);
	const subscriptions = new Subscriptions(fleet, timeScale);
	const sender = new CallbackSender(settings.deliveryTimeoutMs);
	const deliveries = new Deliveries(fleet, sender, applicationManagementToken, timeScale);
	const events = new EventBuilder(fleet);
	const eventPublisher = new EventPublisher(fleet, events, deliveries);
	const webhooks = new Webhooks(
		fleet,
		subscriptions,
		eventPublisher,
		sender,
		applicationManagementToken,
	);
	const eventPage = new EventPage(fleet, eventPublisher, deliveries);
	const commands = new PlannedCommands();
	const commandRunner = new CommandRunner(commands, timeScale, settings.clientId);
	const log = new RequestLog();
	const faults = new Faults();

	let hosts = hostUrls('');
	const context = {
		settings,
		fleet,
		tokens,
		consentScreen,
		grants,
		subscriptions,
		commandRunner,
		eventPage,
		hosts: () => hosts,
	};
	const app = createApp(context, log, faults);
	await app.listen({ host: '127.0.0.1', port: settings.port });
	const url = `http://127.0.0.1:${portOf(app.server.address())}`;
	hosts = hostUrls(url);

	return {
		url,
		hosts,
		fleet,
		requests: log.entries,
		onResponse: (listener) => log.onResponse(listener),
		tokens,
		consentScreen,
		grants,
		faults,
		commands,
		webhooks,
		subscriptions,
		deliveries,
		events,
		eventPage,
		createSignedRequests: (list) => createSignedRequests(applicationManagementToken, list),
		async close() {
			commandRunner.close();
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
