import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isSubject, SUBJECTS, type SubjectName } from './benchmarkTargets';

export const USAGE = `npm run bench:trigger -- [options]

  --rounds <n>      rounds for each thing compared, in turn; figures are medians (default 3)
  --events <n>      events in a round with the expression engine taken lazily (default 600); other things get more or
                    fewer, so that a round takes about as long
  --connections <n> at a time (default 50)
  --engine <which>  lazy, default or both (default both)
  --limit <which>   concurrent executions: 10, none or both (default both)
  --only <names>    of ${SUBJECTS.join(', ')}, with commas
  --quick           one short round with one setting, to see that everything works
  --profile <dir>   have n8n write CPU profiles there`;

const count = z.coerce.number().int().positive();

const schema = z.object({
	rounds: count.default(3),
	events: count.default(600),
	connections: count.default(50),
	engine: z.enum(['lazy', 'default', 'both']).default('both'),
	limit: z.enum(['10', 'none', 'both']).default('both'),
	only: z
		.string()
		.default(SUBJECTS.join(','))
		.transform((value) => value.split(','))
		.pipe(z.array(z.string().refine(isSubject, { message: `Use some of ${SUBJECTS.join(', ')}` }))),
	profile: z.string().optional(),
});

/** One way to set n8n up. */
export interface Setting {
	engine: 'lazy' | 'default';
	/** N8N_CONCURRENCY_PRODUCTION_LIMIT; undefined leaves it unset. */
	limit: number | undefined;
}

export interface Options {
	rounds: number;
	events: number;
	connections: number;
	settings: Setting[];
	subjects: SubjectName[];
	profile: string | undefined;
}

const QUICK = { rounds: '1', events: '60', engine: 'lazy', limit: '10' };

/** @throws Error that says what is wrong with the command line */
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
	const { quick, ...given } = values;
	const read = schema.safeParse({ ...(quick && QUICK), ...given });
	if (!read.success) {
		const [issue] = read.error.issues;
		throw new Error(`--${issue?.path[0]}: ${issue?.message}`);
	}
	const { engine, limit, only, ...options } = read.data;
	const engines = engine === 'both' ? (['lazy', 'default'] as const) : [engine];
	const limits =
		limit === 'both' ? [undefined, 10] : [limit === 'none' ? undefined : Number(limit)];
	return {
		rounds: options.rounds,
		events: options.events,
		connections: options.connections,
		profile: options.profile,
		settings: engines.flatMap((one) => limits.map((other) => ({ engine: one, limit: other }))),
		subjects: only.filter(isSubject),
	};
}
