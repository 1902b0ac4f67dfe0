import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toConditionItem } from './conditions/conditionItem';
import type { EventResult } from './conditions/eventResult';
import { judgeExecution } from './conditions/judgeExecution';
import { isEmittedAnyway } from './conditions/observeEvent';
import { addUnmetHints } from './conditions/unmetHints';
import { deduplicateExecution } from './deduplication/deduplicateExecution';
import { toOutputItems } from './event/outputItems';
import type { AcceptedEvent } from './event/types';
import { fromItem } from './executionInput';
import { executeParameters, type TriggerParameters } from './parameters';
import { addTestRunHints } from './testRun';
import { warnOfWaitingNode } from './waitingNode';

/**
 * The event with the errors to emit. Undefined if it gets no items beside those of its conditions.
 * @param isConfirmed see `NewEvents.confirmed`
 */
function toEmitted(
	this: IExecuteFunctions,
	{ event, flags }: AcceptedEvent,
	parameters: TriggerParameters,
	{ met, changedErrors }: EventResult,
	isConfirmed: boolean,
): AcceptedEvent | undefined {
	if (changedErrors !== undefined && changedErrors.length > 0)
		return { event: { ...event, errors: changedErrors }, flags };
	if (!isConfirmed) return undefined;
	// A test run must show the event that it was waiting for.
	const isShown = this.getMode() === 'manual' && met?.length === 0;
	const isJudged = met !== undefined || changedErrors !== undefined;
	if (!isJudged || isShown || isEmittedAnyway(event, parameters)) return { event, flags };
	return undefined;
}

/**
 * Handles the events of an execution: drops the duplicates, and turns the others into the items
 * that the trigger emits.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const parameters = executeParameters.call(this);
	const events = this.getInputData().map((item, itemIndex) => fromItem.call(this, item, itemIndex));
	addTestRunHints.call(this, events);
	warnOfWaitingNode.call(this);

	const { newEvents, confirmed } = await deduplicateExecution.call(this, events, parameters);
	// Not after the confirmation, which takes time: the next event of the vehicle is to be judged
	// after this one.
	const results = await judgeExecution.call(this, events, newEvents, parameters);
	addUnmetHints.call(this, events, results, parameters);
	const confirmedEvents = await confirmed;
	const items = events.flatMap((accepted, itemIndex) => {
		if (!newEvents.has(accepted)) return [];
		const result = results[itemIndex] ?? {};
		const isConfirmed = confirmedEvents.has(accepted);
		const emitted = toEmitted.call(this, accepted, parameters, result, isConfirmed);
		const json = [
			...(emitted ? toOutputItems(emitted, parameters) : []),
			...(result.met ?? []).map((condition) => toConditionItem(accepted.event, condition)),
		];
		return json.map((output) => ({ json: output, pairedItem: { item: itemIndex } }));
	});
	return [items];
}
