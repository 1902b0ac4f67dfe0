import type { ErrorType } from '../errors/errorTypes';
import type { Vehicle } from '../fleet/types';

/** How an execution ends, whatever the car would make of it; the car stays as it is. */
export type ScriptedOutcome =
	/** A document of errors; `status` stands in the entry and is that of the type unless told otherwise. */
	| { kind: 'errors'; type: ErrorType; code: string | null; status?: number }
	/** An execution whose status is not SUCCESS. */
	| { kind: 'status'; value: string; error?: { type: ErrorType; code: string | null } }
	/** The connection ends in the middle of the answer. */
	| { kind: 'drop' };

/** What one command, or one call about charge schedules, is to do. */
export interface CommandScript {
	/** Only a call about this vehicle; default any. */
	vehicle?: Vehicle;
	/**
	 * Answer 202 at once, and this many ms of real time later (scaled) send the outcome as body over the same
	 * connection (service: a 202 is not a result). Without it the answer is 200, also around an outcome that is none.
	 */
	slowMs?: number;
	/** Default: what the car makes of the command when its time has come; a refusal is then a document of errors. */
	outcome?: ScriptedOutcome;
}

/** Scripts for commands, each for the next one it fits. */
export class CommandScripts {
	private planned: CommandScript[] = [];

	/** Plans the course of the next command that passes its checks (token, `sc-user-id`, permission, body). */
	next(script: CommandScript, times = 1): void {
		for (let count = 0; count < times; count++) this.planned.push(script);
	}

	/** Forgets what is planned. */
	clear(): void {
		this.planned = [];
	}

	/** How many commands are still to go as planned. */
	get pending(): number {
		return this.planned.length;
	}

	/** The script for a command to a vehicle; each is given once. */
	take(vehicle: Vehicle): CommandScript {
		const place = this.planned.findIndex(
			(script) => script.vehicle === undefined || script.vehicle.id === vehicle.id,
		);
		return (place < 0 ? undefined : this.planned.splice(place, 1)[0]) ?? {};
	}
}
