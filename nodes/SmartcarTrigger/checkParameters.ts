import type { IHookFunctions } from 'n8n-workflow';
import { causeMessage } from './causeMessage';
import { isAbsent } from '../shared/isAbsent';
import { operationError } from '../shared/operationError';
import { rowListSchema, rowName } from './conditions/conditionRows';
import { implausibleCondition } from './conditions/implausibleCondition';
import { expressionPaths } from './expressions';
import { implausibleFilter } from './implausibleFilter';
import { labelOf, labelsOf } from './properties/labels';
import { readAll, readerOf, readParameters, type TriggerParameters } from './parameters';

/** `webhook()` and `execute()` need the same values, but only `webhook()` has the request. */
const NO_EVENT_DATA =
	'An expression of the trigger cannot use data of a request or of an execution, such as $json.';

/** The filters that do not let every event through if they are empty. */
const NEEDED_FILTERS: ReadonlySet<string> = new Set([
	'otherErrorCodes',
	'otherSignalCodes',
	'signalMatch',
]);

/**
 * What an error message calls an expression, at its start.
 * @param conditions the parameter *Conditions* as it is written
 */
function subjectOf(path: string[], conditions: unknown): string {
	const [parameter, , index] = path;
	const { data } = rowListSchema.safeParse(parameter === 'conditions' ? conditions : undefined);
	const row = data?.values?.[Number(index)];
	return row === undefined
		? `The expression in '${labelOf(path)}'`
		: `${rowName(row, Number(index))}: the expression in '${labelsOf(path).at(-1)}'`;
}

/**
 * Evaluates an expression.
 * @throws NodeOperationError if n8n cannot evaluate the expression, without an event
 */
function evaluate(this: IHookFunctions, path: string[], subject: string): unknown {
	try {
		return this.getNodeParameter(path.join('.'), null);
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
 * @throws NodeOperationError that names an expression that cannot be evaluated, or has no result,
 * because that would count as an empty field: kPa instead of psi, any tire, or no filter
 */
function checkExpressions(this: IHookFunctions): void {
	const raw = readAll(readerOf(this), 'raw');
	for (const path of expressionPaths(raw)) {
		const subject = subjectOf(path, raw.conditions);
		if (!isAbsent(evaluate.call(this, path, subject))) continue;
		const [parameter, field] = path;
		// An option has a default.
		if (parameter === 'options' && field !== undefined) continue;
		const advice =
			parameter === 'filters' && field !== undefined && !NEEDED_FILTERS.has(field)
				? ". To let every event through, have it return empty text ('')"
				: '';
		throw operationError(this.getNode(), `${subject} has no result${advice}`);
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
	checkExpressions.call(this);
	const { conditions, events, filters } = readUsableParameters.call(this);
	if (events.length === 0)
		throw operationError(this.getNode(), "Select at least one event in 'Events'");
	const implausible = implausibleFilter(filters) ?? implausibleCondition(conditions);
	if (implausible !== undefined) throw operationError(this.getNode(), implausible);
}
