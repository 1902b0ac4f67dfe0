import {
	resolveWebhookDescriptionField,
	webhookDescriptionIsNativelyResolvable,
	type INodeParameters,
	type IWebhookDescription,
} from 'n8n-workflow';
import { webhookFields } from '../../../../nodes/SmartcarTrigger/webhookFields';

const description: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: 'webhook',
	...webhookFields,
};

/** The value that n8n takes without its expression engine. */
const resolved = (field: string, parameters: INodeParameters) =>
	resolveWebhookDescriptionField({ parameters }, description, field);

test('n8n needs no expression engine for a delivery', () => {
	expect(webhookDescriptionIsNativelyResolvable(description)).toBe(true);
});

test.each([
	[{}, 'onReceived', ''],
	[{ acknowledge: 'onReceived' }, 'onReceived', ''],
	[{ acknowledge: 'lastNode' }, 'lastNode', 'noData'],
])('with the options %j the mode is %s and the data "%s"', (options, mode, data) => {
	expect(resolved('responseMode', { options })).toEqual({ resolved: true, value: mode });
	expect(resolved('responseData', { options })).toEqual({ resolved: true, value: data });
});
