import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readWorkflow, type Workflow } from './workflow';

const FOLDER = path.resolve(__dirname, '..', '..', 'examples');

// File names in examples/.
export const LOW_TIRE_PRESSURE_ALERT = 'low-tire-pressure-alert.json';
export const VEHICLE_ERROR_ALERT = 'vehicle-error-alert.json';
export const FLEET_SYNC = 'fleet-sync-into-data-table.json';
export const FLEET_SYNC_POSTGRESQL = 'fleet-sync-into-postgresql.json';
export const BATTERY_REPORT = 'battery-health-report.json';
export const AGENT_CHAT = 'ask-an-agent-about-your-cars.json';
export const ONBOARDING = 'onboard-a-car.json';
export const RECONNECTION = 'ask-the-owner-to-reconnect.json';
export const SUBSCRIBE_VEHICLES = 'subscribe-every-vehicle.json';

/** File names of all example workflows. */
export async function listExamples(): Promise<string[]> {
	return (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
}

/** Reads a workflow of examples/. */
export async function readExample(name: string): Promise<Workflow> {
	return await readWorkflow(path.join(FOLDER, name));
}
