import { isExpression, type IHookFunctions } from 'n8n-workflow';
import { causeMessage } from './causeMessage';
import { isAbsent } from '../shared/isAbsent';
import { isObject } from '../shared/isObject';
import { operationError } from '../shared/operationError';
import { rowListSchema, rowName } from './conditions/conditionRows';
import { implausibleCondition } from './conditions/implausibleCondition';
import { implausibleFilter } from './implausibleFilter';
import { labelOf, labelsOf } from './properties/labels';
import { PARAMETER_NAMES, readerOf, readParameters, type TriggerParameters } from './parameters';

/** `webhook()` and `execute()` need the same values, but only `webhook()` has the request. */
const NO_EVENT_DATA =
	'An expression of the trigger cannot use data of a request or of an execution, such as $json.';

/** @throws NodeOperationError if an expression has no result, since that counts as an empty field */
function requireResult(
	this: IHookFunctions,
	{ subject, result }: { subject: string; result: unknown },
	advice?: string,
): void {
	if (!isAbsent(result)) return;
	const message = [`${subject} has no result`, advice].filter(Boolean).join('. ');
	throw operationError(this.getNode(), message);
}

/**
 * Evaluates the expression of a parameter, if it has one.
 * @param subject what an error message calls the expression, at its start
 * @throws NodeOperationError if n8n cannot evaluate the expression, without an event
 */
function evaluate(this: IHookFunctions, path: string, subject: string): unknown {
	try {
		return this.getNodeParameter(path, null);
	} catch (cause) {
		// n8n 2.41 shows only the message of a workflow that could not be published.
		throw operationError(
			this.getNode(),
			`${subject} cannot be evaluated when the workflow is published: ${causeMessage(cause)}`,
			{ description: NO_EVENT_DATA },
		);
	}
}

/**
 * @throws NodeOperationError that names a condition whose expression cannot be evaluated, or has no
 * result, because that would count as an empty field: kPa instead of psi, or any tire
 */
function checkConditionExpressions(this: IHookFunctions): void {
	const raw: unknown = this.getNodeParameter('conditions', null, { rawExpressions: true });
	for (const [index, row] of (rowListSchema.safeParse(raw).data?.values ?? []).entries())
		for (const [field, value] of Object.entries(row)) {
			if (!isExpression(value)) continue;
			const subject = `${rowName(row, index)}: the expression in '${labelsOf(['conditions', field]).at(-1)}'`;
			const result = evaluate.call(this, `conditions.values[${index}].${field}`, subject);
			requireResult.call(this, { subject, result });
		}
}

/**
 * Evaluates the expressions of a collection.
 * @returns their results, each with the name of the entry and the `subject` of messages about it
 * @throws NodeOperationError that names an expression that cannot be evaluated
 */
function evaluateCollection(
	this: IHookFunctions,
	name: 'filters' | 'options',
): Array<{ entry: string; subject: string; result: unknown }> {
	const raw: unknown = this.getNodeParameter(name, null, { rawExpressions: true });
	return Object.entries(isObject(raw) ? raw : {}).flatMap(([entry, value]) => {
		if (!isExpression(value)) return [];
		const subject = `The expression in '${labelOf([name, entry])}'`;
		return [{ entry, subject, result: evaluate.call(this, `${name}.${entry}`, subject) }];
	});
}

/** The filters that do not let every event through if they are empty. */
const NEEDED_FILTERS: ReadonlySet<string> = new Set([
	'otherErrorCodes',
	'otherSignalCodes',
	'signalMatch',
]);

/**
 * @throws NodeOperationError that names a filter whose expression has no result, because that would
 * let every event through
 */
function checkFilterExpressions(this: IHookFunctions): void {
	for (const filter of evaluateCollection.call(this, 'filters')) {
		const advice = NEEDED_FILTERS.has(filter.entry)
			? undefined
			: "To let every event through, have it return empty text ('')";
		requireResult.call(this, filter, advice);
	}
}

/** @throws NodeOperationError that names the expression of a parameter that has no result */
function checkOtherParameters(this: IHookFunctions): void {
	for (const name of PARAMETER_NAMES) {
		const subject = `The expression in '${labelOf([name])}'`;
		const result = evaluate.call(this, name, subject);
		if (isExpression(this.getNodeParameter(name, null, { rawExpressions: true })))
			requireResult.call(this, { subject, result });
	}
}

/** Reads the parameters. @throws NodeOperationError if the trigger cannot use one of them */
function readUsableParameters(this: IHookFunctions): TriggerParameters {
	try {
		return readParameters(readerOf(this));
	} catch (cause) {
		throw operationError(this.getNode(), causeMessage(cause), {
			description:
				'As it is, the trigger would reject every event. Correct the parameter or its expression.',
		});
	}
}

/**
 * Whether n8n sets up a workflow that was published before: when n8n starts, or takes over as
 * leader. See docs/contributing/n8n-facts.md#publishing.
 */
export const isAlreadyPublished = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * Checks the parameters when the workflow is published. Not when n8n sets up a published workflow
 * again: if the check failed then, n8n would answer 404 to all events, even after somebody has
 * corrected a variable that an expression uses.
 * @throws NodeOperationError if every delivery would fail with a parameter, if no event can get
 * through, or if a filter or a condition is probably a mistake, so the workflow is not published
 */
export function checkParameters(this: IHookFunctions): void {
	if (isAlreadyPublished(this)) return;
	checkConditionExpressions.call(this);
	checkFilterExpressions.call(this);
	evaluateCollection.call(this, 'options');
	checkOtherParameters.call(this);
	const { conditions, events, filters } = readUsableParameters.call(this);
	if (events.length === 0) throw operationError(this.getNode(), "No event is chosen in 'Events'");
	const implausible = implausibleFilter(filters) ?? implausibleCondition(conditions);
	if (implausible !== undefined) throw operationError(this.getNode(), implausible);
}
