import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { escapeHtml } from '../shared/escapeHtml';
import { toConditionItem } from './conditions/conditionItem';
import type { JudgedEvent } from './conditions/eventResult';
import { judgeExecution } from './judgment/judgeExecution';
import { deduplicateExecution } from './deduplication/deduplicateExecution';
import { isEmittedAnyway } from './event/judgedBy';
import { toOutputItems } from './event/outputItems';
import type { AcceptedEvent } from './event/types';
import { addHint } from './executionHint';
import { fromItem, rejectionOf } from './executionInput';
import { executeParameters, type TriggerParameters } from './parameters';
import { addTestRunHints } from './testRun';
import { warnOfWaitingNode } from './waitingNode';

/**
 * The event as it is emitted: whole, or with only the errors that have changed. Undefined if the
 * event itself gets no item.
 * @param isConfirmed whether it is certain that no other process emits the whole event, too. Only
 * the judgment decides about errors that have changed.
 */
function eventToEmit(
	this: IExecuteFunctions,
	{ accepted: { event, flags }, result }: JudgedEvent,
	parameters: TriggerParameters,
	isConfirmed: boolean,
): AcceptedEvent | undefined {
	// A test run must show the event that it was waiting for, although it meets no condition.
	const isShownUnmet =
		this.getMode() === 'manual' && result.judgedBy === 'conditions' && result.met.length === 0;
	const isWhole =
		result.judgedBy === 'nothing' || isShownUnmet || isEmittedAnyway(event, parameters);
	if (isWhole && isConfirmed) return { event, flags };
	return result.judgedBy === 'errors' && result.changedErrors.length > 0
		? { event: { ...event, errors: result.changedErrors }, flags }
		: undefined;
}

/**
 * For an execution without items. n8n itself then advises 'Always Output Data', which would start
 * the workflow with an empty item.
 */
const NO_ITEMS_HINT =
	"There is nothing to fix. The trigger checked the event and had nothing to pass on: for example a value that has recovered, a duplicate, an error that was already reported, or the first event of a vehicle since n8n started. In queue mode this happens for most events with a signal of a condition, and for each vehicle error that was already reported. Leave 'Always Output Data' off.";

/**
 * Why a delivery was rejected in a test run, if the node continues on errors. That is only a hint
 * then: after an error n8n would emit the internal item of `webhook()`, so that anybody who knows
 * the test URL could run the next nodes.
 */
function rejectionHint(this: IExecuteFunctions): string | undefined {
	const [item] = this.getInputData();
	const rejection = this.continueOnFail() && item ? rejectionOf(item.json) : undefined;
	return (
		rejection && escapeHtml([rejection.message, rejection.description].filter(Boolean).join('. '))
	);
}

/**
 * Handles the events of an execution: drops the duplicates, and turns the others into the items
 * that the trigger emits.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const hint = rejectionHint.call(this);
	if (hint !== undefined) {
		addHint.call(this, hint);
		return [[]];
	}
	const parameters = executeParameters.call(this);
	const events = this.getInputData().map((item, itemIndex) => fromItem.call(this, item, itemIndex));
	warnOfWaitingNode.call(this);

	const { newEvents, confirmed } = await deduplicateExecution.call(this, events, parameters);
	// Before `confirmed`, which can take seconds: a later execution could otherwise judge its events
	// of the same vehicle first.
	const judgedEvents = await judgeExecution.call(this, events, newEvents, parameters);
	addTestRunHints.call(this, judgedEvents, parameters);
	const confirmedEvents = await confirmed;
	const items = judgedEvents.flatMap((judged, itemIndex) => {
		const { accepted, result } = judged;
		// A duplicate gets no item: it is not confirmed, and no condition or error fires for it.
		const emitted = eventToEmit.call(this, judged, parameters, confirmedEvents.has(accepted));
		const met = result.judgedBy === 'conditions' ? result.met : [];
		const changedErrors = result.judgedBy === 'errors' ? result.changedErrors : undefined;
		const outputs = [
			...(emitted ? toOutputItems(emitted, parameters, changedErrors) : []),
			...met.map((condition) => toConditionItem(accepted.event, condition, accepted.flags)),
		];
		return outputs.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	});
	if (items.length === 0) addHint.call(this, NO_ITEMS_HINT, 'info');
	return [items];
}
