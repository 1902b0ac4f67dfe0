import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { accepted } from './delivery/reply';
import type { SmartcarEvent } from './event/types';
import { takeOver, type TakenOver } from './executionInput';
import { executionSettings, type Settings } from './parameters';
import { recordNew } from './deduplication/deduplicateExecution';
import { shape } from './event/outputItems';
import { answersFromExecution } from './webhookFields';

/**
 * Whether each event is one that no execution has had before. Someone who tests, or runs an execution again, gets them
 * all; so does a trigger that acknowledges when the workflow has finished: there the copy of an event that was recorded
 * can be the retry of a run that failed.
 */
async function areNew(
	this: IExecuteFunctions,
	taken: TakenOver[],
	{ acknowledge, options }: Settings,
): Promise<boolean[]> {
	if (this.getMode() !== 'webhook' || acknowledge === 'lastNode') return taken.map(() => true);
	const recorded = await recordNew.call(this, {
		ids: taken.map(({ event }) => event.eventId),
		mayHaveBegun: taken.some(({ mayHaveBegun }) => mayHaveBegun),
		remembered: options.rememberedEvents,
	});
	const fresh = new Set(recorded);
	return taken.map(({ event }) => fresh.delete(event.eventId));
}

/** Test payloads are what the test URL is for; an event of a real vehicle there shows that the dashboard has that URL. */
function hintAtTestUrl(this: IExecuteFunctions, events: SmartcarEvent[]): void {
	if (this.getMode() !== 'manual' || !events.some(({ mode }) => mode === 'LIVE')) return;
	this.addExecutionHints({
		message:
			'This live event came to the test URL, which answers only while the editor listens. Before you rely on it, publish the workflow and put the <b>production URL</b> into the callback URI of your webhook in the Smartcar dashboard.',
		type: 'warning',
		location: 'outputPane',
	});
}

/** Tells the sender that n8n has the event, where n8n leaves that to the execution; does nothing if nobody waits for it. */
async function acknowledge(
	this: IExecuteFunctions,
	event: SmartcarEvent | undefined,
	settings: Settings,
): Promise<void> {
	if (!answersFromExecution || settings.acknowledge === 'lastNode' || !event) return;
	await this.sendResponse({ body: accepted(event), headers: {}, statusCode: 200 });
}

/**
 * The second half of a delivery's way, inside the execution: what n8n's deduplication store knows already is dropped,
 * and the execution ends there; the rest becomes the trigger's items.
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = executionSettings.call(this);
	const taken = this.getInputData().map((item, index) => takeOver.call(this, item, index));
	await acknowledge.call(this, taken[0]?.event, settings);
	hintAtTestUrl.call(
		this,
		taken.map(({ event }) => event),
	);
	const isNew = await areNew.call(this, taken, settings);
	return [
		taken.flatMap((one, item) =>
			isNew[item] ? shape(one, settings).map((json) => ({ json, pairedItem: { item } })) : [],
		),
	];
}
