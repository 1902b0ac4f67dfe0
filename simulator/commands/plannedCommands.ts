import type { ErrorType } from '../errors/errorTypes';
import type { Vehicle } from '../fleet/types';

/** A planned outcome of a command. The vehicle stays unchanged. */
export type CommandOutcome =
	/**
	 * The body is a list of errors. `status` is the status in that body. Default: the status of the
	 * error type.
	 */
	| { kind: 'errors'; type: ErrorType; code: string | null; status?: number }
	/** The body is an execution with this status instead of SUCCESS. */
	| { kind: 'status'; value: string; error?: { type: ErrorType; code: string | null } }
	/** The connection is closed in the middle of the response. */
	| { kind: 'drop' };

/** The planned course of one command, or of one charge schedule request. */
interface PlannedCommand {
	/** Applies only to commands to this vehicle. Default: to any vehicle. */
	vehicle?: Vehicle;
	/**
	 * Send status 202 at once and the body this many ms (scaled) later, over the same connection.
	 * Without it the status is 200, also when the body is a list of errors. See
	 * docs/contributing/smartcar-api.md#commands.
	 */
	slowMs?: number;
	/** Default: the vehicle performs the command or rejects it, once `slowMs` is over. */
	outcome?: CommandOutcome;
}

/**
 * Commands whose course a test has planned. Each plan applies to the next command that it matches.
 */
export class PlannedCommands {
	private planned: PlannedCommand[] = [];

	/**
	 * Plans the next `times` commands that pass the checks of token, `sc-user-id`, permission and
	 * body.
	 */
	plan(command: PlannedCommand, times = 1): void {
		for (let count = 0; count < times; count++) this.planned.push(command);
	}

	/** Removes all plans. */
	clear(): void {
		this.planned = [];
	}

	/** Number of plans that no command has used yet. */
	get pending(): number {
		return this.planned.length;
	}

	/** Removes and returns the plan for a command to this vehicle; without one, an empty plan. */
	take(vehicle: Vehicle): PlannedCommand {
		const index = this.planned.findIndex(
			(command) => command.vehicle === undefined || command.vehicle.id === vehicle.id,
		);
		return (index < 0 ? undefined : this.planned.splice(index, 1)[0]) ?? {};
	}
}
