import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { installV2Errors, installV3Errors } from './errors/errorHandlers';
import type { Faults } from './faults/faults';
import { compatibilityRoutes } from './routes/compatibility';
import { authorizationRoutes } from './routes/connect/authorization';
import { batteryCapacityRoutes } from './routes/connect/batteryCapacity';
import { reconnectRoutes } from './routes/connect/connectLinks';
import { eventPageRoutes } from './routes/eventPage';
import { legacyManagementRoutes } from './routes/legacyManagement';
import { subscriptionRoutes } from './routes/management/subscriptions';
import { webhookRoutes } from './routes/management/webhooks';
import { tokenExchangeRoutes } from './routes/tokenExchange';
import { vehicleDataRoutes } from './routes/v2/vehicleData';
import { chargeScheduleRoutes } from './routes/v3/chargeSchedules';
import { commandRoutes } from './routes/v3/commands';
import { connectionRoutes } from './routes/v3/connections';
import { signalRoutes } from './routes/v3/signals';
import { vehicleTokenRoutes } from './routes/vehicleTokens';
import { installBodyParsing } from './server/bodyParsing';
import type { ServiceContext } from './server/serviceContext';
import { pathPrefixes } from './server/hosts';
import { RequestBucket } from './server/requestBucket';
import type { RequestLog } from './server/requestLog';

type Routes = (host: FastifyInstance, context: ServiceContext) => void;

/** Creates the server with every host under its path prefix. It does not listen yet. */
export function createApp(
	context: ServiceContext,
	log: RequestLog,
	faults: Faults,
): FastifyInstance {
	const { settings } = context;
	const app = fastify({ genReqId: () => randomUUID(), forceCloseConnections: true });
	installBodyParsing(app);
	log.install(app);
	if (settings.latencyMs > 0) {
		app.addHook('preHandler', async () => {
			await wait(settings.latencyMs, undefined, { ref: false });
		});
	}
	faults.install(app);
	installV2Errors(app);

	eventPageRoutes(app, context);
	mount(app, context, pathPrefixes.iam, [tokenExchangeRoutes]);
	mount(app, context, pathPrefixes.auth, [vehicleTokenRoutes]);
	mount(app, context, pathPrefixes.compatibility, [compatibilityRoutes]);
	mount(app, context, pathPrefixes.connect, [
		batteryCapacityRoutes,
		authorizationRoutes,
		reconnectRoutes,
	]);
	const endOfV2: Routes[] = settings.version2Ended ? [rejectV2Requests] : [];
	mount(app, context, pathPrefixes.legacyManagement, [...endOfV2, legacyManagementRoutes]);
	const bucket = new RequestBucket(settings.timeScale);
	const rateLimit: Routes[] = settings.enforceApplicationLimit
		? [(host) => limitRequests(host, bucket)]
		: [];
	mount(app, context, pathPrefixes.vehicleData, [...endOfV2, ...rateLimit, vehicleDataRoutes]);
	mount(app, context, pathPrefixes.management, [
		...rateLimit,
		installV3Host,
		webhookRoutes,
		subscriptionRoutes,
	]);
	mount(app, context, pathPrefixes.vehicle, [
		...rateLimit,
		installV3Host,
		connectionRoutes,
		signalRoutes,
		commandRoutes,
		chargeScheduleRoutes,
	]);
	return app;
}

function mount(
	app: FastifyInstance,
	context: ServiceContext,
	prefix: string,
	routes: Routes[],
): void {
	void app.register(
		async (host) => {
			for (const install of routes) install(host, context);
		},
		{ prefix },
	);
}

/** Both v3 hosts send errors in the v3 format and accept only application tokens. */
function installV3Host(host: FastifyInstance, { settings, tokens }: ServiceContext): void {
	installV3Errors(host, settings.clientId);
	host.addHook('preHandler', async (request) =>
		tokens.requireApplicationToken(request.headers.authorization),
	);
}

function limitRequests(host: FastifyInstance, bucket: RequestBucket): void {
	host.addHook('preHandler', async () => bucket.take());
}

function rejectV2Requests(host: FastifyInstance): void {
	host.addHook('onRequest', async (_request, reply) => {
		await reply.code(410).send({ statusCode: 410, type: 'GONE', description: 'v2.0 has ended' });
	});
}
