import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { N8nMode } from '../../support/loadTestN8n';
import { isTargetName, TARGET_NAMES, targetsInMode, type TargetName } from './benchmarkTargets';

export const USAGE = `npm run bench:trigger -- [options]

Measures how many events per second n8n executes. A target is a workflow and the events that are sent to it. In each
round every target is measured once. The medians of all rounds are reported. The exit code is 1 if a ratio misses its
target, or if the Smartcar Trigger loses or repeats an event.

  --mode <name>      regular, or queue: with PostgreSQL, Redis, two webhook processors and two workers (default:
                     regular). In queue mode with the settings of docs/production.md#for-a-fleet
  --rounds <n>       number of rounds (default: 3)
  --events <n>       events in a round for the trigger with the lazy engine (default: 600). Slower targets get fewer and
                     faster targets more, so that all take about as long
  --connections <n>  requests at the same time (default: 50)
  --engine <name>    n8n's expression engine: lazy (N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true), default, or both
                     (default: both)
  --limit <limit>    N8N_CONCURRENCY_PRODUCTION_LIMIT: 10, none or both (default: both)
  --only <names>     measure only these targets, separated by commas (default: all):
                     ${TARGET_NAMES.join(', ')}
  --quick            one round of 60 events with the lazy engine and limit 10, unless other options change that
  --profile <folder> write CPU profiles of n8n to this folder (default: write none)`;

const positiveInteger = z.coerce.number().int().positive();

const optionsSchema = z.object({
	mode: z.enum(['regular', 'queue']).default('regular'),
	rounds: positiveInteger.default(3),
	events: positiveInteger.default(600),
	connections: positiveInteger.default(50),
	engine: z.enum(['lazy', 'default', 'both']).default('both'),
	limit: z.enum(['10', 'none', 'both']).default('both'),
	only: z
		.string()
		.transform((value) => value.split(','))
		.pipe(
			z.array(
				z.string().refine(isTargetName, { message: `Choose from ${TARGET_NAMES.join(', ')}` }),
			),
		)
		.optional(),
	profile: z.string().optional(),
});

/** A configuration of n8n that the targets are measured with. */
export interface Setting {
	engine: 'lazy' | 'default';
	/** N8N_CONCURRENCY_PRODUCTION_LIMIT. Undefined for no limit. */
	limit: number | undefined;
}

export interface Options {
	mode: N8nMode;
	rounds: number;
	events: number;
	connections: number;
	settings: Setting[];
	targets: TargetName[];
	profile: string | undefined;
}

const QUICK_OPTIONS = { rounds: '1', events: '60', engine: 'lazy', limit: '10' };

/** The concurrency limits to measure with. */
function limitsOf(mode: N8nMode, limit: '10' | 'none' | 'both'): Array<number | undefined> {
	if (mode === 'queue') return [undefined];
	return limit === 'both' ? [undefined, 10] : [limit === 'none' ? undefined : Number(limit)];
}

/** Parses the command line. @throws Error that names the wrong option */
export function readOptions(args: string[]): Options {
	const withValue = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			mode: withValue,
			rounds: withValue,
			events: withValue,
			connections: withValue,
			engine: withValue,
			limit: withValue,
			only: withValue,
			profile: withValue,
			quick: { type: 'boolean' },
		},
	});
	const { quick, ...enteredOptions } = values;
	const parsed = optionsSchema.safeParse({ ...(quick && QUICK_OPTIONS), ...enteredOptions });
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw new Error(`--${issue?.path[0]}: ${issue?.message}`);
	}
	const { mode, engine, limit, only, ...options } = parsed.data;
	const targets = only?.filter(isTargetName) ?? targetsInMode(mode);
	const wrongTargets = targets.filter((name) => !targetsInMode(mode).includes(name));
	if (wrongTargets.length > 0)
		throw new Error(`--only: not in ${mode} mode: ${wrongTargets.join(', ')}`);
	const engines = engine === 'both' ? (['lazy', 'default'] as const) : [engine];
	return {
		mode,
		rounds: options.rounds,
		events: options.events,
		connections: options.connections,
		profile: options.profile,
		settings: engines.flatMap((chosenEngine) =>
			limitsOf(mode, limit).map((chosenLimit) => ({ engine: chosenEngine, limit: chosenLimit })),
		),
		targets,
	};
}
