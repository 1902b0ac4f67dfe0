import { booleanFilter, textFilter } from '../shared/filters';
import { getMany } from '../shared/getMany';
import { webhookSchema } from './schema';
import { simplifyWebhook } from './simplify';

const filters = [
	booleanFilter('filter[autoSubscribe]', {
		displayName: 'Auto Subscribe',
		name: 'autoSubscribe',
		type: 'boolean',
		default: true,
		description: 'Whether the webhook subscribes every vehicle automatically',
	}),
	textFilter('filter[callbackUri]', {
		displayName: 'Callback URI',
		name: 'callbackUri',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.com/webhook',
		description: 'Part of the URL that receives the events. Case does not matter.',
	}),
	booleanFilter('filter[isEnabled]', {
		displayName: 'Is Enabled',
		name: 'isEnabled',
		type: 'boolean',
		default: true,
		description: 'Whether the webhook is enabled',
	}),
	textFilter('filter[name]', {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. fleet',
		description: 'Part of the name. Case does not matter.',
	}),
];

/** `GET /webhooks` */
export const { description, execute } = getMany({
	resource: 'webhook',
	host: 'managementUrl',
	path: ['webhooks'],
	entry: webhookSchema,
	filters,
	simplify: simplifyWebhook,
	emptyHint:
		'There is no such webhook. Every filter narrows the list. Create webhooks in the Smartcar dashboard.',
});
