import {
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { BoundedMap } from '../shared/boundedMap';
import { causeMessage } from '../shared/causeMessage';
import { isObject } from '../shared/isObject';
import { toSignalCode } from '../shared/signalCode';
import { conditionListSchema, rowListSchema, rowName } from './conditions/condition';
import { normalizeMake, normalizeWebhookId } from './event/normalize';
import { logName } from './logName';

/** The choices of *Events*. `OTHER` is every type except VEHICLE_STATE and VEHICLE_ERROR. */
const eventChoiceSchema = z.enum(['VEHICLE_STATE', 'VEHICLE_ERROR', 'CONDITION_MET', 'OTHER']);

/** The values that mean that a parameter is not set. An expression can return any of them. */
const isNotSet = (value: unknown) => value === undefined || value === null || value === '';

const toText = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/** Entries of a list, or text, where lines and semicolons separate them, too, as in a spreadsheet. */
function toList(value: unknown): unknown {
	if (isNotSet(value)) return [];
	const entry = toText(value);
	if (typeof entry === 'string') return entry.split(/[,;\n]/);
	return Array.isArray(entry) ? entry.filter((part) => !isNotSet(part)).map(toText) : entry;
}

/**
 * A list from the editor, or comma-separated text. In lower case, since the case does not matter.
 */
const listSchema = z
	.preprocess(toList, z.array(z.string()))
	.transform((entries) => entries.map((entry) => entry.trim().toLowerCase()).filter(Boolean));

/** Converts `true` and `false` as text, which expressions often return. */
const toBoolean = (value: unknown) => {
	if (isNotSet(value)) return undefined;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === 'true') return true;
	return text === 'false' ? false : value;
};

const booleanSchema = (byDefault: boolean) =>
	z.preprocess(toBoolean, z.boolean().default(byDefault));

/**
 * A number outside of the range becomes its minimum or maximum, so that no delivery fails for it.
 */
const numberSchema = (min: number, max: number, byDefault: number) =>
	z.preprocess(
		(value) => {
			if (isNotSet(value)) return undefined;
			return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		},
		z
			.number()
			.default(byDefault)
			.transform((value) => Math.min(max, Math.max(min, Math.round(value)))),
	);

const choiceSchema = <Choice extends string>(
	choices: readonly [Choice, ...Choice[]],
	byDefault: Choice,
) =>
	z.preprocess(
		(value) => (isNotSet(value) ? byDefault : value),
		z.string().transform((value, context) => {
			const found = choices.find((known) => known === value);
			if (found !== undefined) return found;
			context.addIssue({ code: 'custom', message: `Expected one of: ${choices.join(', ')}` });
			return z.NEVER;
		}),
	);

const collectionSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.preprocess((value) => (isNotSet(value) ? {} : value), z.object(shape));

/** Codes of signals, also with a dot as in the dashboard and in old events: `Wheel.Tires`. */
const signalCodesSchema = listSchema.transform((entries) => entries.map(toSignalCode));

/**
 * Replaces the entry *Other* of a list by the codes of the filter that it reveals. Without any the
 * list would let everything through.
 */
function withOther(
	listed: string[],
	other: string[],
	label: 'Error Codes' | 'Signals',
	context: z.RefinementCtx,
): string[] {
	if (!listed.includes('other')) return listed;
	if (other.length === 0)
		context.addIssue({
			code: 'custom',
			message: `'Other' is chosen in ${label}, so add the filter Other ${label} and enter the codes`,
		});
	return [...listed.filter((code) => code !== 'other'), ...other];
}

const filtersSchema = collectionSchema({
	errorCodes: listSchema,
	errorStates: listSchema,
	errorTypes: listSchema,
	firstDeliveries: choiceSchema(['include', 'skip', 'only'], 'include'),
	makes: listSchema.transform((makes) => makes.map(normalizeMake)),
	modes: listSchema,
	otherErrorCodes: listSchema,
	otherSignalCodes: signalCodesSchema,
	signalCodes: signalCodesSchema,
	signalMatch: choiceSchema(['changed', 'present'], 'changed'),
	vehicleIds: listSchema,
	vehicleModes: listSchema,
	webhookIds: listSchema.transform((ids) => ids.map(normalizeWebhookId)),
}).transform(({ otherErrorCodes, otherSignalCodes, ...filters }, context) => ({
	...filters,
	errorCodes: withOther(filters.errorCodes, otherErrorCodes, 'Error Codes', context),
	signalCodes: withOther(filters.signalCodes, otherSignalCodes, 'Signals', context),
}));

const optionsSchema = collectionSchema({
	acknowledge: choiceSchema(['onReceived', 'lastNode'], 'onReceived'),
	combineEvents: booleanSchema(false),
	rememberedEvents: numberSchema(100, 100_000, 5_000),
	outOfOrder: choiceSchema(['emit', 'flag', 'drop'], 'emit'),
	verifySignature: booleanSchema(true),
});

const parameterSchemas = {
	conditions: conditionListSchema,
	events: z.preprocess(toList, z.array(eventChoiceSchema)),
	filters: filtersSchema,
	itemPer: choiceSchema(['event', 'entry'], 'event'),
	onlyOnChange: booleanSchema(true),
	options: optionsSchema,
	simplify: booleanSchema(true),
};

const parametersSchema = z
	.object(parameterSchemas)
	.superRefine(({ events, conditions }, context) => {
		if (!events.includes('CONDITION_MET') || conditions.length > 0) return;
		const message = "'Condition Met' needs at least one condition: add it under Conditions";
		context.addIssue({ code: 'custom', path: ['conditions'], message });
	});

export type TriggerParameters = z.output<typeof parametersSchema>;
export type EventChoice = z.output<typeof eventChoiceSchema>;

type ParameterName = keyof typeof parameterSchemas;

const PARAMETER_NAMES = z.object(parameterSchemas).keyof().options;

/**
 * Reads one parameter, with its expressions evaluated or as they are written. Returns undefined for
 * a parameter that is hidden by the choices made in other parameters.
 */
type ReadParameter = (name: ParameterName, expressions: 'evaluated' | 'raw') => unknown;

const readAll = (read: ReadParameter, expressions: 'evaluated' | 'raw') =>
	Object.fromEntries(PARAMETER_NAMES.map((name) => [name, read(name, expressions)]));

/**
 * The JSON text of parameters contains this if one of them is an expression, which begins with `=`.
 */
const EXPRESSION = '"=';

/** Checked parameters by their JSON text, which stays the same until a user edits the node. */
const checkedParameters = new BoundedMap<TriggerParameters>({ maxEntries: 200 });

function describeIssue({ code, path, message }: z.ZodIssue): string {
	// The message names the condition.
	if (code === 'custom' && path[0] === 'conditions') return message;
	return `The parameter '${path.join(' → ')}' is not valid: ${message}`;
}

/**
 * Reads and checks the node's parameters. n8n's evaluation is slow even for parameters without an
 * expression, so they are read without it, unless one of them is an expression.
 * See docs/contributing/n8n-facts.md#expressions-are-slow.
 * @throws TypeError that names the parameter with an unusable value, most often from an expression
 */
export function readParameters(read: ReadParameter): TriggerParameters {
	const raw = readAll(read, 'raw');
	const rawKey = JSON.stringify(raw);
	const hasExpression = rawKey.includes(EXPRESSION);
	const values = hasExpression ? readAll(read, 'evaluated') : raw;

	const key = hasExpression ? JSON.stringify(values) : rawKey;
	const known = checkedParameters.get(key);
	if (known) return known;

	const result = parametersSchema.safeParse(values);
	if (!result.success) {
		const [message] = result.error.issues.map(describeIssue);
		throw new TypeError(message);
	}
	checkedParameters.set(key, result.data);
	return result.data;
}

const readerOf =
	(context: IWebhookFunctions | IHookFunctions): ReadParameter =>
	(name, expressions) =>
		context.getNodeParameter(name, null, { rawExpressions: expressions === 'raw' }) ?? undefined;

/** The parameters in `webhook()`. */
export function webhookParameters(this: IWebhookFunctions): TriggerParameters {
	return readParameters(readerOf(this));
}

/** `webhook()` and `execute()` need the same values, but only `webhook()` has the request. */
const NO_DATA =
	'An expression of the trigger cannot use data of a request or of an execution, such as $json.';

/** @throws NodeOperationError if n8n cannot evaluate the expression before an event arrives */
function evaluate(this: IHookFunctions, path: string, description: string): unknown {
	try {
		return this.getNodeParameter(path, null);
	} catch (cause) {
		// n8n 2.41 shows only the message of a workflow that could not be published.
		throw new NodeOperationError(
			this.getNode(),
			`${description} cannot be evaluated before an event arrives: ${causeMessage(cause)}`,
			{ description: NO_DATA },
		);
	}
}

/** @throws NodeOperationError that names the row of a condition with such an expression */
function checkConditionExpressions(this: IHookFunctions): void {
	const raw: unknown = this.getNodeParameter('conditions', null, { rawExpressions: true });
	for (const [index, row] of (rowListSchema.safeParse(raw).data?.values ?? []).entries())
		for (const field of Object.keys(row))
			evaluate.call(
				this,
				`conditions.values[${index}].${field}`,
				`${rowName(row, index)}: the expression in '${field}'`,
			);
}

/**
 * Evaluates the expressions of a collection.
 * @returns what names each expression in a message, with its result
 * @throws NodeOperationError that names such an expression
 */
function evaluateCollection(
	this: IHookFunctions,
	name: 'filters' | 'options',
	entryNoun: 'filter' | 'option',
): Array<[expression: string, result: unknown]> {
	const raw: unknown = this.getNodeParameter(name, null, { rawExpressions: true });
	return Object.entries(isObject(raw) ? raw : {}).flatMap(([entry, value]) => {
		if (typeof value !== 'string' || !value.startsWith('=')) return [];
		const expression = `The expression in the ${entryNoun} '${entry}'`;
		return [[expression, evaluate.call(this, `${name}.${entry}`, expression)]];
	});
}

/**
 * @throws NodeOperationError that names a filter whose expression has no result, because that would
 * let every event through
 */
function checkFilterExpressions(this: IHookFunctions): void {
	for (const [expression, result] of evaluateCollection.call(this, 'filters', 'filter')) {
		if (result !== undefined && result !== null) continue;
		throw new NodeOperationError(this.getNode(), `${expression} has no result`, {
			description:
				"Without a result, the filter would let every event through. If you want that, have the expression return empty text (''). Otherwise, correct the expression.",
		});
	}
}

/**
 * Whether n8n sets up a workflow that was published before: when n8n starts, or takes over as
 * leader. See docs/contributing/n8n-facts.md#publishing.
 */
const isAlreadyPublished = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * Checks the parameters when the workflow is published. Not later, because n8n would answer 404 to
 * all events, also after a variable that an expression uses has been corrected.
 * @throws NodeOperationError if every delivery would fail with a parameter, so the workflow is not
 * published
 */
export function checkParameters(this: IHookFunctions): void {
	if (isAlreadyPublished(this)) return;
	checkConditionExpressions.call(this);
	checkFilterExpressions.call(this);
	evaluateCollection.call(this, 'options', 'option');
	for (const name of PARAMETER_NAMES) evaluate.call(this, name, `The expression in '${name}'`);
	try {
		readParameters(readerOf(this));
	} catch (cause) {
		throw new NodeOperationError(this.getNode(), causeMessage(cause), {
			description:
				'As it is, the trigger would reject every event. Correct the parameter or its expression.',
		});
	}
}

/**
 * The parameters in `execute()`. If one fails there and the node continues on errors, the event is
 * emitted as by a new node: n8n would otherwise emit the internal item of `webhook()`.
 */
export function executeParameters(this: IExecuteFunctions): TriggerParameters {
	const read: ReadParameter = (name, expressions) =>
		this.getNodeParameter(name, 0, null, { rawExpressions: expressions === 'raw' }) ?? undefined;
	if (!this.continueOnFail()) return readParameters(read);
	try {
		return readParameters(read);
	} catch (cause) {
		this.logger.warn(
			`${logName(this)} could not read its parameters, so it used the defaults: ${String(cause)}`,
		);
		const acknowledge: unknown = this.getNodeParameter('options.acknowledge', 0, null);
		return readParameters((name) => (name === 'options' ? { acknowledge } : undefined));
	}
}
