import type { IWebhookFunctions } from 'n8n-workflow';
import { parseEvent } from '../../../../nodes/SmartcarTrigger/event/parser';
import { reportExecution } from '../../../../nodes/SmartcarTrigger/executionReports';
import { checkOrder } from '../../../../nodes/SmartcarTrigger/outOfOrder';
import { parameters } from './events';

const settings = parameters({ options: { outOfOrder: 'flag' } });

const context = {
	getWorkflow: () => ({ id: 'wf' }),
	getNode: () => ({ id: 'trigger' }),
	getResponseObject: () => ({
		closed: true,
		writableEnded: true,
		writableFinished: true,
		statusCode: 200,
	}),
} as unknown as IWebhookFunctions;

/** Delivers an event, whose execution reports it as new. Resolves to its flags. */
async function deliver(vehicleId: string, sequence: number) {
	const eventId = `${vehicleId} ${sequence}`;
	const event = parseEvent({
		eventId,
		eventType: 'VEHICLE_STATE',
		data: { vehicle: { id: vehicleId } },
		meta: { sequence },
	});
	const flags = await checkOrder.call(context, event, settings);
	reportExecution.call(context, eventId, { isNew: true, judgedStates: [] });
	return flags;
}

test('the order of a vehicle is still known after 50,000 others', async () => {
	await deliver('v-1', 9);
	for (let index = 0; index < 50_000; index++) await deliver(`other-${index}`, 1);

	expect(await deliver('v-1', 8)).toEqual({ outOfOrder: true });
});
