import { isExpression, NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { causeMessage } from '../shared/causeMessage';
import { isObject } from '../shared/isObject';
import { rowListSchema, rowName } from './conditions/condition';
import { implausibleCondition } from './conditions/implausibleCondition';
import { implausibleFilter } from './implausibleFilter';
import { labelOf, labelsOf } from './properties/labels';
import { PARAMETER_NAMES, readerOf, readParameters, type TriggerParameters } from './parameters';

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
				`${rowName(row, index)}: the expression in '${labelsOf(['conditions', field]).at(-1)}'`,
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
): Array<[expression: string, result: unknown]> {
	const raw: unknown = this.getNodeParameter(name, null, { rawExpressions: true });
	return Object.entries(isObject(raw) ? raw : {}).flatMap(([entry, value]) => {
		if (!isExpression(value)) return [];
		const expression = `The expression in '${labelOf([name, entry])}'`;
		return [[expression, evaluate.call(this, `${name}.${entry}`, expression)]];
	});
}

/**
 * @throws NodeOperationError that names a filter whose expression has no result, because that would
 * let every event through
 */
function checkFilterExpressions(this: IHookFunctions): void {
	for (const [expression, result] of evaluateCollection.call(this, 'filters')) {
		if (result !== undefined && result !== null) continue;
		throw new NodeOperationError(this.getNode(), `${expression} has no result`, {
			description:
				"Without a result, the filter would let every event through. If you want that, have the expression return empty text (''). Otherwise, correct the expression.",
		});
	}
}

/** @throws NodeOperationError if the trigger cannot use a value */
function checkValues(this: IHookFunctions): TriggerParameters {
	try {
		return readParameters(readerOf(this));
	} catch (cause) {
		throw new NodeOperationError(this.getNode(), causeMessage(cause), {
			description:
				'As it is, the trigger would reject every event. Correct the parameter or its expression.',
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
 * @throws NodeOperationError if every delivery would fail with a parameter, if no event can get
 * through, or if a condition is probably a mistake, so the workflow is not published
 */
export function checkParameters(this: IHookFunctions): void {
	if (isAlreadyPublished(this)) return;
	checkConditionExpressions.call(this);
	checkFilterExpressions.call(this);
	evaluateCollection.call(this, 'options');
	for (const name of PARAMETER_NAMES)
		evaluate.call(this, name, `The expression in '${labelOf([name])}'`);
	const { conditions, events, filters } = checkValues.call(this);
	if (events.length === 0)
		throw new NodeOperationError(this.getNode(), "No event is chosen in 'Events'");
	const implausible = implausibleFilter(filters) ?? implausibleCondition(conditions);
	if (implausible !== undefined) throw new NodeOperationError(this.getNode(), implausible);
}
