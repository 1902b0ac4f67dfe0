import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { BoundedMap } from '../shared/boundedMap';
import { implausibleCondition } from './conditions/implausibleCondition';
import { implausibleFilter } from './implausibleFilter';
import { logHourly, logName } from './log';
import { fieldsWithoutResult } from './expressions';
import { labelOf } from './properties/labels';
import { parameterSchemas, parametersSchema, type eventChoiceSchema } from './parameterSchema';

export type TriggerParameters = z.output<typeof parametersSchema>;
export type EventChoice = z.output<typeof eventChoiceSchema>;

type ParameterName = keyof typeof parameterSchemas;

const PARAMETER_NAMES = z.object(parameterSchemas).keyof().options;

/**
 * Reads one parameter, with its expressions evaluated or as they are written. Returns undefined for
 * a parameter that is hidden by the choices made in other parameters.
 */
type ReadParameter = (name: ParameterName, expressions: 'evaluated' | 'raw') => unknown;

export const readAll = (read: ReadParameter, expressions: 'evaluated' | 'raw') =>
	Object.fromEntries(PARAMETER_NAMES.map((name) => [name, read(name, expressions)]));

/** In the JSON text of the parameters, an expression begins with this. */
const EXPRESSION_START = '"=';

/** Checked parameters by their JSON text, which stays the same until a user edits the node. */
const checkedParameters = new BoundedMap<TriggerParameters>({ maxEntries: 200 });

function describeIssue({ code, path, message }: z.ZodIssue): string {
	// The message already names the condition.
	if (code === 'custom' && path[0] === 'conditions') return message;
	return `'${labelOf(path)}' is not valid: ${message}`;
}

/**
 * @param json the JSON text of the values
 * @throws TypeError that names the parameter with an unusable value
 */
function checkValues(values: unknown, json: string): TriggerParameters {
	const known = checkedParameters.get(json);
	if (known) return known;
	const result = parametersSchema.safeParse(values);
	if (!result.success) {
		const [message] = result.error.issues.map(describeIssue);
		throw new TypeError(message);
	}
	checkedParameters.set(json, result.data);
	return result.data;
}

/**
 * Reads and checks the node's parameters. n8n's evaluation is slow even for parameters without an
 * expression, so they are read without it, unless one of them is an expression.
 * See docs/contributing/n8n-facts.md#expressions-are-slow.
 * @param onMissingResult called with the name of each field that counts as empty, because its
 * expression has no result
 * @throws TypeError that names the parameter with an unusable value, most often from an expression
 */
export function readParameters(
	read: ReadParameter,
	onMissingResult?: (field: string) => void,
): TriggerParameters {
	const raw = readAll(read, 'raw');
	const rawJson = JSON.stringify(raw);
	const hasExpression = rawJson.includes(EXPRESSION_START);
	const values = hasExpression ? readAll(read, 'evaluated') : raw;

	const checked = checkValues(values, hasExpression ? JSON.stringify(values) : rawJson);
	if (hasExpression && onMissingResult) fieldsWithoutResult(raw, values).forEach(onMissingResult);
	return checked;
}

export const readerOf =
	(context: IWebhookFunctions | IHookFunctions): ReadParameter =>
	(name, expressions) =>
		context.getNodeParameter(name, null, { rawExpressions: expressions === 'raw' }) ?? undefined;

/**
 * The parameters in `webhook()`. What keeps a workflow from being published is only logged here: an
 * expression may have another result since then, or a later version of the package checks more.
 */
export function webhookParameters(this: IWebhookFunctions): TriggerParameters {
	const warn = (problem: string) => logHourly.call(this, 'warn', problem, problem);
	const parameters = readParameters(readerOf(this), (label) =>
		warn(`treats '${label}' as empty, because its expression has no result`),
	);
	const { conditions, filters } = parameters;
	const implausible = implausibleFilter(filters) ?? implausibleCondition(conditions);
	if (implausible !== undefined) warn(`probably has a mistake: ${implausible}`);
	return parameters;
}

/**
 * The parameters in `execute()`. If one is unusable there and the node continues on errors, the
 * defaults are used: if this threw, n8n would emit the internal item of `webhook()`. *Acknowledge*
 * stays as chosen, since n8n answers Smartcar by it in any case. It cannot have an expression.
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
