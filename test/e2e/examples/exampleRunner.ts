import { waitForExecutions } from '../../../tools/n8n/rest';
import { outputOf, type RunData } from '../../../tools/n8n/runData';
import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import type { Fleet } from '../../../simulator/fleet/fleet';
import type { Vehicle } from '../../../simulator/fleet/model';
import type { JsonObject } from '../../../simulator/json';

/** Make, model and year as the examples write them. */
export const nameOf = ({ year, make, model }: Pick<Vehicle, 'year' | 'make' | 'model'>): string =>
	`${year} ${make} ${model}`;

/** An n8n with the examples, the simulated service, and what the tests of all examples do with both. */
export class ExampleRunner {
	constructor(readonly environment: TestEnvironment) {}

	get fleet(): Fleet {
		return this.environment.simulator.fleet;
	}

	/** The vehicles that connections are listed of. */
	get live(): Vehicle[] {
		return this.fleet.vehicles.filter(({ mode }) => mode === 'live');
	}

	/** The vehicle of a model of which the fleet has one. */
	vehicleOf(model: string): Vehicle {
		const found = this.fleet.vehicles.find((vehicle) => vehicle.model === model);
		if (found === undefined) throw new Error(`The fleet has no ${model}`);
		return found;
	}

	/** Refuses the next request for the signals of a vehicle. */
	refuse({ id }: Vehicle): void {
		const route = { path: new RegExp(`/vehicles/${id}/signals$`) };
		this.environment.simulator.faults.next(route, {
			kind: 'error',
			type: 'PERMISSION',
			code: null,
		});
	}

	/** Delivers events one after the other. @returns what the service is told, and what each execution gave at a node */
	async deliver(workflow: Workflow, events: JsonObject[], node: string) {
		const { n8n, rest, simulator } = this.environment;
		const { id: workflowId } = workflow;
		const callbackUri = n8n.webhookUrl(webhookIdOf(workflow));
		const before = await rest.executions({ workflowId });
		const answers: string[] = [];
		for (const event of events) {
			const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
			answers.push(...attempts.map(({ status, body }) => `${status} ${JSON.parse(body).status}`));
		}
		const accepted = answers.filter((answer) => answer === '200 accepted').length;
		const all = await waitForExecutions(rest, { workflowId }, before.length + accepted);
		const latest = all.slice(before.length);
		const runs = await Promise.all(latest.map(async ({ id }) => await this.finished(workflow, id)));
		return { answers, outcomes: runs.map((run) => outputOf(run, node)) };
	}

	/** Runs a workflow from the editor with a trigger that needs no event. @throws Error when it does not succeed */
	async execute(workflow: Workflow, trigger: string): Promise<RunData> {
		return await this.finished(workflow, await this.environment.rest.execute(workflow.id, trigger));
	}

	/** Runs a workflow with a message in the editor's chat. @throws Error when it does not succeed */
	async chat(workflow: Workflow, trigger: string, message: string): Promise<RunData> {
		return await this.finished(
			workflow,
			await this.environment.rest.chat(workflow.id, trigger, message),
		);
	}

	private async finished(
		{ id: workflowId, name }: Workflow,
		executionId: string,
	): Promise<RunData> {
		await waitForExecutions(this.environment.rest, { workflowId }, 1);
		const { status, run } = await this.environment.rest.execution(executionId);
		if (status !== 'success')
			throw new Error(`'${name}' did not succeed: ${run.resultData.error?.message ?? status}`);
		return run;
	}
}
