import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { addUnmetHints } from './conditions/unmetHints';
import { toConditionItem } from './conditions/conditionItem';
import { judgeExecution, type MetCondition } from './conditions/judgeExecution';
import { deduplicateExecution } from './deduplication/deduplicateExecution';
import { escapeHtml } from './escapeHtml';
import { eventChoice } from './event/filter';
import { toOutputItems } from './event/outputItems';
import type { AcceptedEvent } from './event/types';
import { fromItem } from './executionInput';
import { executeParameters, type TriggerParameters } from './parameters';
import { reportExecution } from './tracking/executionReports';

/** A live event at the test URL shows that the Smartcar dashboard has the wrong URL. */
function addTestUrlHint(this: IExecuteFunctions, events: AcceptedEvent[]): void {
	if (this.getMode() !== 'manual' || !events.some(({ event }) => event.mode === 'LIVE')) return;
	this.addExecutionHints({
		message:
			'This live event came to the test URL, which answers only while the editor listens. Before you rely on it, publish the workflow and enter the <b>production URL</b> as the callback URI of your webhook in the Smartcar dashboard.',
		type: 'warning',
		location: 'outputPane',
	});
}

/** Shows why the event of a test run would not start the published workflow. */
function addLeftOutHint(this: IExecuteFunctions, events: AcceptedEvent[]): void {
	for (const { flags } of events) {
		if (flags.leftOut === undefined) continue;
		this.addExecutionHints({
			message: `This event is shown because you are listening. It would not start the published workflow: ${escapeHtml(flags.leftOut)}.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
}

/** Whether the event gets items of its own, beside those of the conditions that it meets. */
function isEmitted(
	this: IExecuteFunctions,
	{ event }: AcceptedEvent,
	{ events }: TriggerParameters,
	met: MetCondition[] | undefined,
): boolean {
	if (met === undefined || events.includes(eventChoice(event))) return true;
	// A test run must show the event that it was waiting for.
	return this.getMode() === 'manual' && met.length === 0;
}

/** A verification itself starts no test run, so the run of the next event reports it. */
function addVerifiedHint(this: IExecuteFunctions, events: AcceptedEvent[]): void {
	if (!events.some(({ flags }) => flags.verified)) return;
	this.addExecutionHints({
		message: 'Smartcar verified the test URL.',
		type: 'info',
		location: 'outputPane',
	});
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

	const isNew = await deduplicateExecution.call(this, events, parameters);
	reportExecution.call(this, events, isNew);
	const met = await judgeExecution.call(this, events, isNew, parameters);
	addUnmetHints.call(this, events, met, parameters);
	const items = events.flatMap((event, itemIndex) => {
		if (!isNew[itemIndex]) return [];
		const json = [
			...(isEmitted.call(this, event, parameters, met[itemIndex])
				? toOutputItems(event, parameters)
				: []),
			...(met[itemIndex] ?? []).map((condition) => toConditionItem(event.event, condition)),
		];
		return json.map((output) => ({ json: output, pairedItem: { item: itemIndex } }));
	});
	return [items];
}
