import type { Simulator, Vehicle } from '../../simulator/simulator';
import type { JsonObject } from '../../simulator/json';
import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeOutput, type RunData } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { deliverOnce } from './triggerEvents';

/** The name of a vehicle in the messages of the example workflows. */
export const vehicleName = ({
	year,
	make,
	model,
}: Pick<Vehicle, 'year' | 'make' | 'model'>): string => `${year} ${make} ${model}`;

/** Runs example workflows in a real n8n. */
export class ExampleRunner {
	constructor(readonly environment: TestEnvironment) {}

	get simulator(): Simulator {
		return this.environment.simulator;
	}

	/** The simulated vehicle of a model. The fleet has one of each. */
	vehicleByModel(model: string): Vehicle {
		const vehicle = this.simulator.fleet.vehicles.find((candidate) => candidate.model === model);
		if (vehicle === undefined) throw new Error(`The fleet has no ${model}`);
		return vehicle;
	}

	/**
	 * Delivers the events to the workflow's trigger, one after the other.
	 * @returns each response as `200 accepted`, and the output of the named node in each execution
	 */
	async deliver(workflow: Workflow, events: JsonObject[], nodeName: string) {
		const { rest } = this.environment;
		const { id: workflowId } = workflow;
		const earlierExecutions = await rest.listExecutions({ workflowId });
		const responses: string[] = [];
		for (const event of events) {
			const attempts = await deliverOnce(this.environment, workflow, event);
			responses.push(
				...attempts.map(
					({ status, responseBody }) => `${status} ${JSON.parse(responseBody).status}`,
				),
			);
		}
		const accepted = responses.filter((response) => response === '200 accepted').length;
		const executions = await waitForExecutions(
			rest,
			{ workflowId },
			earlierExecutions.length + accepted,
		);
		const runs = await Promise.all(
			executions
				.slice(earlierExecutions.length)
				.map(async ({ id }) => await this.waitForSuccess(workflow, id)),
		);
		return { responses, outputs: runs.map((runData) => nodeOutput(runData, nodeName)) };
	}

	/**
	 * Executes the workflow as from the editor, for example with its Schedule Trigger.
	 *
	 * @throws Error if the execution fails
	 */
	async execute(workflow: Workflow, triggerName: string): Promise<RunData> {
		const executionId = await this.environment.rest.executeWorkflow(workflow.id, triggerName);
		return await this.waitForSuccess(workflow, executionId);
	}

	/** Sends a message in the editor's chat. @throws Error if the execution fails */
	async chat(workflow: Workflow, triggerName: string, message: string): Promise<RunData> {
		const executionId = await this.environment.rest.sendChatMessage(
			workflow.id,
			triggerName,
			message,
		);
		return await this.waitForSuccess(workflow, executionId);
	}

	private async waitForSuccess(
		{ id: workflowId, name }: Workflow,
		executionId: string,
	): Promise<RunData> {
		await waitForExecutions(this.environment.rest, { workflowId }, 1);
		const { status, runData } = await this.environment.rest.getExecution(executionId);
		if (status !== 'success')
			throw new Error(`'${name}' failed: ${runData.resultData.error?.message ?? status}`);
		return runData;
	}
}
