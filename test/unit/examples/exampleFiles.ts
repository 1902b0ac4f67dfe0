import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const EXAMPLES = path.resolve(__dirname, '..', '..', '..', 'examples');

const nodeSchema = z
	.object({
		id: z.string().uuid(),
		name: z.string(),
		type: z.string(),
		typeVersion: z.number(),
		position: z.tuple([z.number(), z.number()]),
		webhookId: z.string().uuid().optional(),
		onError: z.enum(['continueErrorOutput', 'continueRegularOutput']).optional(),
		parameters: z.record(z.unknown()),
		credentials: z.record(z.object({ id: z.string(), name: z.string() }).strict()).optional(),
	})
	.strict();

const targetSchema = z.object({ node: z.string(), type: z.string(), index: z.number() }).strict();

/** What an example may hold, and no more: pinned data, IDs of an instance and the like are for those who exported it. */
const exampleSchema = z
	.object({
		id: z.string().length(17),
		name: z.string(),
		nodes: z.array(nodeSchema),
		connections: z.record(z.record(z.array(z.array(targetSchema)))),
		active: z.literal(false),
		settings: z.object({ executionOrder: z.literal('v1') }).strict(),
	})
	.strict();

export type Example = z.infer<typeof exampleSchema>;
export type ExampleNode = Example['nodes'][number];

export const exampleFiles = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));

/** Any file of examples/, as it is. */
export const textOf = (file: string): string => readFileSync(path.join(EXAMPLES, file), 'utf8');

/** @throws ZodError when it holds anything that an example has no place for */
export const readExample = (file: string): Example => exampleSchema.parse(JSON.parse(textOf(file)));

const STICKY = 'n8n-nodes-base.stickyNote';

export const stickies = ({ nodes }: Example): ExampleNode[] =>
	nodes.filter(({ type }) => type === STICKY);
export const steps = ({ nodes }: Example): ExampleNode[] =>
	nodes.filter(({ type }) => type !== STICKY);

const stickySchema = z
	.object({ content: z.string(), width: z.number(), height: z.number() })
	.strict();

/** What a sticky note says, and its size. */
export const stickyOf = ({ parameters }: ExampleNode): z.infer<typeof stickySchema> =>
	stickySchema.parse(parameters);
