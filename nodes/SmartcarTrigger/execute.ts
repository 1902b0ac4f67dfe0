import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toConditionItem } from './conditions/conditionItem';
import type { EventResult } from './conditions/eventResult';
import { judgeExecution } from './conditions/judgeExecution';
import { isEmittedAnyway } from './conditions/observeEvent';
import { addUnmetHints } from './conditions/unmetHints';
import { deduplicateExecution } from './deduplication/deduplicateExecution';
import { escapeHtml } from './escapeHtml';
import { toOutputItems } from './event/outputItems';
import type { AcceptedEvent } from './event/types';
import { addHint } from './executionHint';
import { fromItem } from './executionInput';
import { executeParameters, type TriggerParameters } from './parameters';
import { warnOfWaitingNode } from './waitingNode';

/** A live event at the test URL shows that the Smartcar dashboard has the wrong URL. */
function addTestUrlHint(this: IExecuteFunctions, events: AcceptedEvent[]): void {
	if (this.getMode() !== 'manual' || !events.some(({ event }) => event.mode === 'LIVE')) return;
	addHint.call(
		this,
		'This live event came to the test URL, which answers only while the editor listens. Before you rely on it, publish the workflow and enter the <b>production URL</b> as the callback URI of your webhook in the Smartcar dashboard.',
	);
}

/** Shows why the event of a test run would not start the published workflow. */
function addLeftOutHint(this: IExecuteFunctions, events: AcceptedEvent[]): void {
	for (const { flags } of events) {
		if (flags.leftOut === undefined) continue;
		addHint.call(
			this,
			`This event is shown because you are listening. It would not start the published workflow: ${escapeHtml(flags.leftOut)}.`,
		);
	}
}

/**
 * The event with the errors to emit. Undefined if it gets no items beside those of its conditions.
 * @param isConfirmed see `NewEvents`
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

/** A verification itself starts no test run, so the run of the next event reports it. */
function addVerifiedHint(this: IExecuteFunctions, events: AcceptedEvent[]): void {
	if (events.some(({ flags }) => flags.verified))
		addHint.call(this, 'Smartcar verified the test URL.', 'info');
}

/**
 * Handles the events of an execution: drops the duplicates, and turns the others into the items
 * that the trigger emits.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const parameters = executeParameters.call(this);
	const events = this.getInputData().map((item, itemIndex) => fromItem.call(this, item, itemIndex));
	addTestUrlHint.call(this, events);
	addLeftOutHint.call(this, events);
	addVerifiedHint.call(this, events);
	warnOfWaitingNode.call(this);

	const { isNew, isConfirmed } = await deduplicateExecution.call(this, events, parameters);
	// Not after the confirmation, which takes time: the next event of the vehicle is to be judged
	// after this one.
	const results = await judgeExecution.call(this, events, isNew, parameters);
	addUnmetHints.call(this, events, results, parameters);
	const confirmed = await isConfirmed;
	const items = events.flatMap((accepted, itemIndex) => {
		if (!isNew[itemIndex]) return [];
		const result = results[itemIndex] ?? {};
		const isEventConfirmed = confirmed[itemIndex] === true;
		const emitted = toEmitted.call(this, accepted, parameters, result, isEventConfirmed);
		const json = [
			...(emitted ? toOutputItems(emitted, parameters) : []),
			...(result.met ?? []).map((condition) => toConditionItem(accepted.event, condition)),
		];
		return json.map((output) => ({ json: output, pairedItem: { item: itemIndex } }));
	});
	return [items];
}
