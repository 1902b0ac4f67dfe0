import { z } from 'zod';

const itemSchema = z.object({ json: z.record(z.unknown()) });

const nodeRunSchema = z.object({
	data: z
		.object({ main: z.array(z.array(itemSchema).nullable()) })
		.partial()
		.optional(),
	hints: z.array(z.object({ message: z.string() })).optional(),
});

/** `data` of an execution, after `flatted` has parsed it. */
export const storedRunDataSchema = z.object({
	resultData: z.object({
		error: z.object({ message: z.string() }).optional(),
		lastNodeExecuted: z.string().optional(),
		runData: z.record(z.array(nodeRunSchema)),
	}),
});

/** The run data of one execution: its error, and for each node name its runs with their items. */
export type RunData = z.infer<typeof storedRunDataSchema>;

/**
 * The `json` of all items that a node has put out at one output (default: the first), in all of its
 * runs, in order.
 */
export function nodeOutput(
	runData: RunData,
	nodeName: string,
	output = 0,
): Array<Record<string, unknown>> {
	const runs = runData.resultData.runData[nodeName] ?? [];
	return runs.flatMap(({ data }) => (data?.main?.[output] ?? []).map((item) => item.json));
}

/** The hints that the editor shows beside the output of a node, of all runs, in order. */
export const nodeHints = (runData: RunData, nodeName: string): string[] =>
	(runData.resultData.runData[nodeName] ?? []).flatMap(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);
