import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { APPLICATION_CREDENTIAL, WEBHOOK_CREDENTIAL } from './credentials';
import { parseWorkflow, type Workflow } from './workflow';

const FOLDER = path.resolve(__dirname, '..', '..', 'examples');

// File names in examples/.
export const AGENT_CHAT = 'ask-an-agent-about-your-cars.json';
export const BATTERY_LOW = 'battery-low-unplugged.json';
export const BATTERY_REPORT = 'battery-health-report.json';
export const CAR_LEFT_AREA = 'car-left-an-area.json';
export const CHARGE_WHEN_CHEAP = 'charge-when-cheap.json';
export const CHARGING_FINISHED = 'charging-has-finished.json';
export const FLEET_EVENTS = 'fleet-events-into-data-table.json';
export const FLEET_REPORT = 'weekly-fleet-report.json';
export const FLEET_SYNC = 'fleet-sync-into-data-table.json';
export const FLEET_SYNC_POSTGRESQL = 'fleet-sync-into-postgresql.json';
export const LARGE_FLEET_SYNC = 'large-fleet-into-data-table.json';
export const LOW_TIRE_PRESSURE_ALERT = 'low-tire-pressure-alert.json';
export const MILEAGE_LOG = 'mileage-log.json';
export const ONBOARDING = 'onboard-a-car.json';
export const RECONNECTION = 'ask-the-owner-to-reconnect.json';
export const SERVICE_DUE = 'service-due.json';
export const SILENT_CAR = 'silent-car.json';
export const STOP_CHARGING = 'stop-charging-at-80.json';
export const SUBSCRIBE_VEHICLES = 'subscribe-every-vehicle.json';
export const VEHICLE_ERROR_ALERT = 'vehicle-error-alert.json';

/** References to credentials, which a user selects in the nodes after the import. */
export const OPENAI_CREDENTIAL = { id: 'openAi0000000001', name: 'OpenAI' };
export const POSTGRES_CREDENTIAL = { id: 'fleetPostgres0001', name: 'Postgres' };
/** The credential of each node, by node type. */
const CREDENTIALS: Record<string, object> = {
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': { openAiApi: OPENAI_CREDENTIAL },
	'n8n-nodes-base.postgres': { postgres: POSTGRES_CREDENTIAL },
	'n8n-nodes-smartcar.smartcar': { smartcarApplicationApi: APPLICATION_CREDENTIAL },
	'n8n-nodes-smartcar.smartcarTool': { smartcarApplicationApi: APPLICATION_CREDENTIAL },
	'n8n-nodes-smartcar.smartcarTrigger': { smartcarWebhookApi: WEBHOOK_CREDENTIAL },
};

/** Nodes with a URL of their own. The editor gives them a webhook ID at the import. */
const WEBHOOK_NODES = new Set([
	'@n8n/n8n-nodes-langchain.chatTrigger',
	'n8n-nodes-base.formTrigger',
	'n8n-nodes-smartcar.smartcarTrigger',
]);

const exampleSchema = z
	.object({ nodes: z.array(z.object({ type: z.string() }).passthrough()) })
	.passthrough();

/** File names of all example workflows. */
export const listExamples = (): string[] =>
	readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

export const pathOfExample = (name: string): string => path.join(FOLDER, name);

async function readExampleFile(name: string) {
	const text = await readFile(pathOfExample(name), 'utf8');
	return exampleSchema.parse(JSON.parse(text));
}

/**
 * Reads a workflow of examples/ as it is after the import: with IDs and credentials. Leaves out the
 * pinned data.
 */
export async function readExample(name: string): Promise<Workflow> {
	const { nodes, ...example } = await readExampleFile(name);
	const id = path.basename(name, '.json');
	return parseWorkflow({
		...example,
		pinData: undefined,
		id,
		nodes: nodes.map((node, index) => ({
			...node,
			...(WEBHOOK_NODES.has(node.type) && { webhookId: `${id}-${index}` }),
			credentials: CREDENTIALS[node.type],
		})),
	});
}

/** Reads a workflow of examples/ as a user imports it: with pinned data, without credentials. */
export async function readPinnedExample(name: string): Promise<Workflow> {
	return parseWorkflow({
		...(await readExampleFile(name)),
		id: `${path.basename(name, '.json')}-pinned`,
	});
}
