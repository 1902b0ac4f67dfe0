import { jsonParse, type IDataObject } from 'n8n-workflow';
import { toOutputItems } from '../../../nodes/SmartcarTrigger/event/outputItems';
import { eventFrom } from '../../support/eventFrom';
import { parameters } from '../nodes/SmartcarTrigger/events';
import { readText } from './exampleFiles';

interface ExampleFile {
	nodes: Array<{ name: string; parameters: IDataObject }>;
	pinData: Record<string, Array<{ json: IDataObject }>>;
}

/** The event of Smartcar from which the trigger makes this item. */
const eventOf = (item: IDataObject): IDataObject => ({
	eventId: item.eventId,
	eventType: item.eventType,
	data: {
		user: { id: item.userId, externalId: item.externalUserId },
		vehicle: {
			id: item.vehicleId,
			make: item.make,
			model: item.model,
			year: item.year,
			powertrainType: item.powertrainType,
			mode: item.vehicleMode,
		},
		errors: [
			{
				type: item.errorType,
				code: item.errorCode,
				state: item.resolved === true ? 'RESOLVED' : 'ERROR',
				description: item.description,
				suggestedUserMessage: item.suggestedUserMessage,
				docURL: item.docUrl,
				resolution: { type: item.resolution },
				signals: item.signals,
			},
		],
	},
	meta: { mode: item.mode, deliveredAt: item.deliveredAt },
});

test.each(['vehicle-error-alert.json', 'ask-the-owner-to-reconnect.json'])(
	'the pinned errors of %s are as the trigger emits them',
	(file) => {
		const { nodes, pinData } = jsonParse<ExampleFile>(readText(file));
		const trigger = nodes.find(({ name }) => name === 'Smartcar Trigger');
		const pinned = (pinData['Smartcar Trigger'] ?? []).map(({ json }) => json);

		expect(pinned).toHaveLength(1);
		for (const item of pinned) {
			const event = eventFrom(eventOf(item));
			const emitted = toOutputItems({ event, flags: {} }, parameters(trigger?.parameters));
			// n8n saves items as JSON, which has no undefined fields.
			expect(JSON.parse(JSON.stringify(emitted))).toEqual([item]);
			expect(item.suggestedUserMessage).toEqual(expect.any(String));
		}
	},
);
