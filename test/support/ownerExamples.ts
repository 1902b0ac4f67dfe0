import pWaitFor from 'p-wait-for';
import { isJsonObject, type JsonObject } from '../../simulator/json';
import type { Vehicle } from '../../simulator/simulator';
import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeOutput } from '../../tools/n8n/runData';
import {
	ONBOARDING,
	readExample,
	RECONNECTION,
} from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, withWait, type Workflow } from '../../tools/testEnvironment/workflow';
import { deliverOnce } from './triggerEvents';

const TRIGGER = 'Smartcar Trigger';
/** As long as `waitForExecutions` waits. */
const TIMEOUT_MS = 300_000;

/** The messages that an owner can get. */
type Message = 'welcome' | 'request' | 'allClear';

/** The nodes that get the messages. They do nothing: users replace them with nodes that send. */
const SENDING_NODES: Record<Message, string> = {
	welcome: 'Send the Welcome',
	request: 'Send the Message',
	allClear: 'Send the All-Clear',
};

export interface OwnerWorkflows {
	onboarding: Workflow;
	reconnection: Workflow;
}

/**
 * The examples *Onboard a car* and *Ask the owner to reconnect*.
 * @param waitSeconds how long the second one waits, in place of 15 minutes
 */
export async function readOwnerWorkflows(waitSeconds: number): Promise<OwnerWorkflows> {
	return {
		onboarding: await readExample(ONBOARDING),
		reconnection: withWait(await readExample(RECONNECTION), waitSeconds),
	};
}

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
	await pWaitFor(condition, { interval: 250, timeout: TIMEOUT_MS });
}

/**
 * Runs the examples in which an owner connects a car, and reads the messages that the owner gets.
 */
export class OwnerExamples {
	private constructor(
		private readonly environment: TestEnvironment,
		private readonly workflows: OwnerWorkflows,
	) {}

	/**
	 * Creates a webhook for each of the workflows, which must be published. It sends them the events
	 * of all cars.
	 */
	static async start(
		environment: TestEnvironment,
		workflows: OwnerWorkflows,
	): Promise<OwnerExamples> {
		const { n8n, simulator } = environment;
		for (const workflow of [workflows.onboarding, workflows.reconnection]) {
			const { id } = simulator.webhooks.create({
				name: workflow.name,
				callbackUri: n8n.webhookUrl(webhookIdOf(workflow, TRIGGER)),
				autoSubscribe: true,
			});
			expect(await simulator.webhooks.verify(id)).toMatchObject({ verified: true });
		}
		await simulator.deliveries.idle();
		return new OwnerExamples(environment, workflows);
	}

	/** The path of the form in which owners enter their name and email address. */
	get formPath(): string {
		return `/form/${webhookIdOf(this.workflows.onboarding, 'Ask for Name and Email')}`;
	}

	/** The vehicle that was connected last. */
	newestVehicle(): Vehicle {
		const { fleet } = this.environment.simulator;
		const [connection] = fleet.connections.slice(-1);
		const vehicle = fleet.vehicle(connection?.vehicleId ?? '');
		if (vehicle === undefined) throw new Error('No vehicle is connected');
		return vehicle;
	}

	/**
	 * Makes Smartcar report that it can no longer sign in to the account of the vehicle's owner, or
	 * that it can again.
	 */
	setReachability(vehicle: Vehicle, reachability: 'signedOut' | 'online'): void {
		this.environment.simulator.fleet.change(vehicle, (car) => {
			car.reachability = reachability;
		});
	}

	/**
	 * Starts the workflow once more for an error that has started it before, as the trigger does
	 * every other day while an error lasts. The error has another type, because the trigger would
	 * drop a repetition on the same day.
	 */
	async repeatError(vehicle: Vehicle): Promise<void> {
		const { simulator } = this.environment;
		await this.deliver(
			simulator.events.vehicleError(vehicle, {
				errors: [{ type: 'UPSTREAM', code: 'AUTHENTICATION_FAILED' }],
			}),
		);
	}

	/** The owner of the vehicle, as in events. */
	ownerOf(vehicle: Vehicle): { id: string; externalId: string } {
		const { fleet } = this.environment.simulator;
		const [connection] = fleet.connectionsOf(vehicle);
		const { id, externalId } = fleet.user(connection?.userId ?? '') ?? {};
		if (id === undefined || !externalId) throw new Error('The vehicle has no known owner');
		return { id, externalId };
	}

	/**
	 * Reports that Smartcar can no longer sign in to the account of an owner of the vehicle, or that
	 * it can again.
	 * @param user the owner, as in the event
	 */
	async reportError(
		vehicle: Vehicle,
		user: { id?: string; externalId: string },
		state: 'ERROR' | 'RESOLVED',
	): Promise<void> {
		const { events } = this.environment.simulator;
		const error = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' } as const;
		const event =
			state === 'ERROR'
				? events.vehicleError(vehicle, { errors: [error] })
				: events.resolvedVehicleError(vehicle, error);
		const data = isJsonObject(event.data) ? event.data : {};
		await this.deliver({ ...event, data: { ...data, user } });
	}

	/** The rows of the vehicle in the table of open errors, which the first execution creates. */
	async openErrorsOf({ id }: Vehicle): Promise<Array<Record<string, unknown>>> {
		const rows = await this.environment.rest
			.listDataTableRows('Smartcar reconnect requests')
			.catch((): Array<Record<string, unknown>> => []);
		return rows.filter(({ vehicleId }) => vehicleId === id);
	}

	/** Waits until no execution of *Ask the owner to reconnect* is running or waiting. */
	async waitUntilIdle(): Promise<void> {
		const { id: workflowId } = this.workflows.reconnection;
		await waitForExecutions(this.environment.rest, { workflowId }, 1);
	}

	/** The messages of this kind to the address, in all executions that have finished. */
	async messagesTo(address: string, message: Message): Promise<string[]> {
		const { rest } = this.environment;
		const { onboarding, reconnection } = this.workflows;
		const { id: workflowId } = message === 'welcome' ? onboarding : reconnection;
		const executions = await rest.listExecutions({ workflowId });
		const finished = executions.filter(({ stoppedAt }) => Boolean(stoppedAt));
		const runs = await Promise.all(finished.map(async ({ id }) => await rest.getExecution(id)));
		expect(runs.filter(({ status }) => status === 'error')).toEqual([]);
		return runs
			.flatMap(({ runData }) => nodeOutput(runData, SENDING_NODES[message]))
			.filter(({ email }) => email === address)
			.map((item) => String(item.message));
	}

	async waitForMessageTo(address: string, message: Message): Promise<string> {
		let received: string | undefined;
		await waitUntil(async () => {
			[received] = await this.messagesTo(address, message);
			return received !== undefined;
		});
		return received ?? '';
	}

	private async deliver(event: JsonObject): Promise<void> {
		const attempts = await deliverOnce(this.environment, this.workflows.reconnection, event);
		expect(attempts).toMatchObject([
			{ status: 200, responseBody: expect.stringContaining('accepted') },
		]);
	}
}
