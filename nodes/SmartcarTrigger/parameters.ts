import { z } from 'zod';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What a user may listen for; `OTHER` is every type that is neither of the two. */
const eventChoice = z.enum(['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER']);

/** A list from the editor, or text with commas from a field or an expression; compared without regard to case. */
const words = z
	.union([z.array(z.string()), z.string().transform((value) => value.split(','))])
	.default([])
	.transform((entries) => entries.map((entry) => entry.trim().toLowerCase()).filter(Boolean));

const filters = z.object({
	errorCodes: words,
	otherErrorCodes: words,
	errorStates: words,
	errorTypes: words,
	makes: words,
	modes: words,
	signalCodes: words,
	otherSignalCodes: words,
	signalMatch: z.enum(['changed', 'present']).default('changed'),
	skipFirstDeliveries: z.boolean().default(false),
	vehicleIds: words,
	webhookIds: words,
});

const options = z.object({
	combineEvents: z.boolean().default(false),
	onlyOnChange: z.boolean().default(false),
	rememberedEvents: z.number().int().min(100).max(100_000).default(1_000),
	outOfOrder: z.enum(['emit', 'flag', 'drop']).default('emit'),
	verifySignature: z.boolean().default(true),
});

const settings = z.object({
	events: z.array(eventChoice),
	filters: filters.default({}),
	itemPer: z.enum(['event', 'entry']).default('event'),
	options: options.default({}),
	acknowledge: z.enum(['onReceived', 'lastNode']).default('onReceived'),
	simplify: z.boolean().default(true),
});

export type Settings = z.output<typeof settings>;
export type EventChoice = z.output<typeof eventChoice>;

const NAMES = ['acknowledge', 'events', 'filters', 'itemPer', 'options', 'simplify'] as const;

/**
 * Reads one parameter, with its expressions resolved or as it stands in the node; those that are not shown for the
 * current choices have no value and take their default.
 */
type Read = (name: (typeof NAMES)[number], as: 'resolved' | 'written') => unknown;

const readAll = (read: Read, as: 'resolved' | 'written') =>
	Object.fromEntries(NAMES.map((name) => [name, read(name, as)]));

/** How JSON shows that somewhere a parameter is an expression. */
const EXPRESSION = '"=';

/** What parameters came to, by their values: they are the same for every delivery, until somebody changes them. */
const known = new Map<string, Settings>();
const MAX_KNOWN = 100;

/**
 * The node's parameters. n8n takes far longer to resolve them than to hand them over, so it is asked to only where one is
 * an expression.
 * @throws Error that names the parameter and what is allowed, for a value that an expression got wrong
 */
export function readSettings(read: Read): Settings {
	const written = readAll(read, 'written');
	const asWritten = JSON.stringify(written);
	const isResolved = !asWritten.includes(EXPRESSION);
	const parameters = isResolved ? written : readAll(read, 'resolved');

	const key = isResolved ? asWritten : JSON.stringify(parameters);
	const same = known.get(key);
	if (same) return same;

	const result = settings.safeParse(parameters);
	if (!result.success) {
		const [issue] = result.error.issues;
		throw new TypeError(`'${issue?.path.join(' → ')}' is not usable: ${issue?.message}`);
	}
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(key, result.data);
	return result.data;
}

export function webhookSettings(this: IWebhookFunctions): Settings {
	return readSettings(
		(name, as) =>
			this.getNodeParameter(name, null, { rawExpressions: as === 'written' }) ?? undefined,
	);
}

export function executionSettings(this: IExecuteFunctions): Settings {
	return readSettings(
		(name, as) =>
			this.getNodeParameter(name, 0, null, { rawExpressions: as === 'written' }) ?? undefined,
	);
}
