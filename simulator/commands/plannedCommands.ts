import type { ErrorType } from '../errors/errorTypes';

/** A planned outcome of a command. The vehicle stays unchanged. */
export type CommandOutcome =
	/** The body is a list of errors. */
	| { kind: 'errors'; type: ErrorType; code: string | null }
	/** The body is an execution with this status instead of SUCCESS. */
	| { kind: 'status'; value: string }
	/** The connection is closed in the middle of the response. */
	| { kind: 'drop' };

/** The planned course of one slow command, or of one charge schedule request. */
interface PlannedCommand {
	/**
	 * Send status 202 at once and the body this many ms (scaled) later, over the same connection.
	 * See docs/contributing/smartcar-api.md#commands.
	 */
	slowMs: number;
	/** Default: the vehicle performs the command or rejects it, once `slowMs` is over. */
	outcome?: CommandOutcome;
}

/** Commands whose course a test has planned. */
export class PlannedCommands {
	private readonly planned: PlannedCommand[] = [];

	/** Plans the next command that passes the checks of token, `sc-user-id`, permission and body. */
	plan(command: PlannedCommand): void {
		this.planned.push(command);
	}

	/** Removes and returns the plan for the next command; undefined without one. */
	take(): PlannedCommand | undefined {
		return this.planned.shift();
	}
}
