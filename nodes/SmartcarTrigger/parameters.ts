import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { BoundedMap } from '../shared/boundedMap';

/** The choices of *Events*. `OTHER` is every type except the other two. */
const eventChoice = z.enum(['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER']);

/** A list from the editor, or comma-separated text. In lower case, since the case does not matter. */
const list = z
	.union([z.array(z.string()), z.string().transform((value) => value.split(','))])
	.default([])
	.transform((entries) => entries.map((entry) => entry.trim().toLowerCase()).filter(Boolean));

/** Codes of signals. In the dashboard and in old events they have a dot: `Wheel.Tires`. */
const signalCodes = list.transform((entries) => entries.map((code) => code.replace('.', '-')));

const filters = z.object({
	errorCodes: list,
	otherErrorCodes: list,
	errorStates: list,
	errorTypes: list,
	makes: list,
	modes: list,
	signalCodes,
	otherSignalCodes: signalCodes,
	signalMatch: z.enum(['changed', 'present']).default('changed'),
	skipFirstDeliveries: z.boolean().default(false),
	vehicleIds: list,
	vehicleModes: list,
	webhookIds: list,
});

const options = z.object({
	combineEvents: z.boolean().default(false),
	onlyOnChange: z.boolean().default(false),
	rememberedEvents: z.number().int().min(100).max(100_000).default(1_000),
	outOfOrder: z.enum(['emit', 'flag', 'drop']).default('emit'),
	verifySignature: z.boolean().default(true),
});

const schema = z.object({
	events: z.array(eventChoice),
	filters: filters.default({}),
	itemPer: z.enum(['event', 'entry']).default('event'),
	options: options.default({}),
	acknowledge: z.enum(['onReceived', 'lastNode']).default('onReceived'),
	simplify: z.boolean().default(true),
});

export type TriggerParameters = z.output<typeof schema>;
export type EventChoice = z.output<typeof eventChoice>;

const NAMES = ['acknowledge', 'events', 'filters', 'itemPer', 'options', 'simplify'] as const;

/**
 * Reads one parameter, with its expressions evaluated or as they are written. Returns undefined for
 * a parameter that is hidden by the choices made in other parameters.
 */
type ReadParameter = (name: (typeof NAMES)[number], expressions: 'evaluated' | 'raw') => unknown;

const readAll = (read: ReadParameter, expressions: 'evaluated' | 'raw') =>
	Object.fromEntries(NAMES.map((name) => [name, read(name, expressions)]));

/** JSON text of parameters contains this if one of them is an expression. */
const EXPRESSION = '"=';

/** Checked parameters by their JSON text. They are the same for each delivery until a user edits them. */
const checked = new BoundedMap<TriggerParameters>({ maxEntries: 200 });

/**
 * Reads and checks the node's parameters. n8n evaluates expressions slowly, even where there are
 * none, so it is asked to only if a parameter is one.
 * See docs/contributing/n8n-facts.md#expressions-are-slow.
 * @throws TypeError that names the parameter an expression gave a wrong value
 */
export function readParameters(read: ReadParameter): TriggerParameters {
	const raw = readAll(read, 'raw');
	const rawKey = JSON.stringify(raw);
	const hasExpression = rawKey.includes(EXPRESSION);
	const values = hasExpression ? readAll(read, 'evaluated') : raw;

	const key = hasExpression ? JSON.stringify(values) : rawKey;
	const known = checked.get(key);
	if (known) return known;

	const result = schema.safeParse(values);
	if (!result.success) {
		const [issue] = result.error.issues;
		throw new TypeError(`'${issue?.path.join(' → ')}' is not valid: ${issue?.message}`);
	}
	checked.set(key, result.data);
	return result.data;
}

/** The parameters in `webhook()`. */
export function webhookParameters(this: IWebhookFunctions): TriggerParameters {
	return readParameters(
		(name, expressions) =>
			this.getNodeParameter(name, null, { rawExpressions: expressions === 'raw' }) ?? undefined,
	);
}

/** The parameters in `execute()`. */
export function executeParameters(this: IExecuteFunctions): TriggerParameters {
	return readParameters(
		(name, expressions) =>
			this.getNodeParameter(name, 0, null, { rawExpressions: expressions === 'raw' }) ?? undefined,
	);
}
