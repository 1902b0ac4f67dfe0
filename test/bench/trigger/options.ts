import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isTargetName, TARGET_NAMES, type TargetName } from './benchmarkTargets';

export const USAGE = `npm run bench:trigger -- [options]

  --rounds <n>      rounds of each target, of which the medians are reported (default 3)
  --events <n>      events in a round of the trigger with lazy engine (default 600); other targets get more or fewer,
                    so that their rounds take about as long
  --connections <n> requests at the same time (default 50)
  --engine <which>  how n8n acquires its expression engine: lazy, default or both (default both)
  --limit <which>   limit of concurrent executions: 10, none or both (default both)
  --only <names>    only these targets, separated by commas:
                     ${TARGET_NAMES.join(', ')}
  --quick           one short round with one setting
  --profile <dir>   folder for CPU profiles of n8n`;

const count = z.coerce.number().int().positive();

const schema = z.object({
	rounds: count.default(3),
	events: count.default(600),
	connections: count.default(50),
	engine: z.enum(['lazy', 'default', 'both']).default('both'),
	limit: z.enum(['10', 'none', 'both']).default('both'),
	only: z
		.string()
		.default(TARGET_NAMES.join(','))
		.transform((value) => value.split(','))
		.pipe(
			z.array(
				z.string().refine(isTargetName, { message: `Use some of ${TARGET_NAMES.join(', ')}` }),
			),
		),
	profile: z.string().optional(),
});

/** A configuration of n8n. */
export interface Setting {
	engine: 'lazy' | 'default';
	/** N8N_CONCURRENCY_PRODUCTION_LIMIT. Undefined for no limit. */
	limit: number | undefined;
}

export interface Options {
	rounds: number;
	events: number;
	connections: number;
	settings: Setting[];
	targets: TargetName[];
	profile: string | undefined;
}

const QUICK = { rounds: '1', events: '60', engine: 'lazy', limit: '10' };

/** Parses the command line. @throws Error that says what is wrong with it */
export function readOptions(args: string[]): Options {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			rounds: text,
			events: text,
			connections: text,
			engine: text,
			limit: text,
			only: text,
			profile: text,
			quick: { type: 'boolean' },
		},
	});
	const { quick, ...rest } = values;
	const parsed = schema.safeParse({ ...(quick && QUICK), ...rest });
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		throw new Error(`--${issue?.path[0]}: ${issue?.message}`);
	}
	const { engine, limit, only, ...options } = parsed.data;
	const engines = engine === 'both' ? (['lazy', 'default'] as const) : [engine];
	const limits =
		limit === 'both' ? [undefined, 10] : [limit === 'none' ? undefined : Number(limit)];
	return {
		rounds: options.rounds,
		events: options.events,
		connections: options.connections,
		profile: options.profile,
		settings: engines.flatMap((chosenEngine) =>
			limits.map((chosenLimit) => ({ engine: chosenEngine, limit: chosenLimit })),
		),
		targets: only.filter(isTargetName),
	};
}
