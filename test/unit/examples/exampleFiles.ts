import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const FOLDER = path.resolve(__dirname, '..', '..', '..', 'examples');

const nodeSchema = z
	.object({
		id: z.string().uuid(),
		name: z.string(),
		type: z.string(),
		typeVersion: z.number(),
		position: z.tuple([z.number(), z.number()]),
		disabled: z.literal(true).optional(),
		retryOnFail: z.literal(true).optional(),
		alwaysOutputData: z.literal(true).optional(),
		onError: z.enum(['continueErrorOutput', 'continueRegularOutput']).optional(),
		parameters: z.record(z.unknown()),
	})
	.strict();

const connectionSchema = z
	.object({ node: z.string(), type: z.string(), index: z.number() })
	.strict();

const pinnedItemSchema = z.object({ json: z.record(z.unknown()) }).strict();

/**
 * Everything that an example may contain. An export of n8n also has the ID of the workflow, webhook
 * IDs and references to credentials. All who import an example would share them.
 */
const exampleSchema = z
	.object({
		name: z.string(),
		nodes: z.array(nodeSchema),
		connections: z.record(z.record(z.array(z.array(connectionSchema)))),
		pinData: z.record(z.array(pinnedItemSchema).min(1)),
		active: z.literal(false),
		settings: z.object({ executionOrder: z.literal('v1') }).strict(),
	})
	.strict();

export type Example = z.infer<typeof exampleSchema>;
export type ExampleNode = Example['nodes'][number];

export const exampleFiles = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** The text of a file in examples/. */
export const readText = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

/** @throws ZodError if the file contains anything that an example may not contain */
export const parseExample = (file: string): Example =>
	exampleSchema.parse(JSON.parse(readText(file)));

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

export const stickyNotes = ({ nodes }: Example): ExampleNode[] =>
	nodes.filter(({ type }) => type === STICKY_NOTE);

/** All nodes except sticky notes. */
export const workflowNodes = ({ nodes }: Example): ExampleNode[] =>
	nodes.filter(({ type }) => type !== STICKY_NOTE);

const stickyNoteSchema = z
	.object({ content: z.string(), width: z.number(), height: z.number() })
	.strict();

/** The text and size of a sticky note. */
export const parseStickyNote = ({ parameters }: ExampleNode): z.infer<typeof stickyNoteSchema> =>
	stickyNoteSchema.parse(parameters);
