import type { Database } from '../../../tools/n8n/database/database';
import type { Simulator } from '../../../simulator/simulator';

/** What a breaking test works on: one workflow of a real n8n, with the simulated service beside it. */
export interface Subject {
	simulator: Simulator;
	database: Database;
	workflowId: string;
	/** Where the service delivers to; asked each time, since a restart may move it. */
	address: () => string;
	/** How long n8n may take to finish what it has accepted. */
	settleWithinMs: number;
}
