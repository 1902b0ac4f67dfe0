import type { Database } from '../../tools/n8n/database/database';
import { webhookIdOf, type Workflow } from '../../tools/scene/examples';
import type { Scene } from '../../tools/scene/scene';

/** What a breaking test works on: one workflow of a real n8n, with the simulated service beside it. */
export interface Subject {
	scene: Scene;
	database: Database;
	workflow: Workflow;
	/** How long n8n may take to finish what it has accepted. */
	settleWithinMs: number;
}

/** Where the service delivers to; a restart may move it. */
export const addressOf = ({ scene, workflow }: Subject): string => scene.n8n.webhookUrl(webhookIdOf(workflow));
