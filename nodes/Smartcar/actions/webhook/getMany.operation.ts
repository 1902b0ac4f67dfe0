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
		description:
			'Whether to list only webhooks that subscribe every vehicle automatically. Turn off to list only the others.',
	}),
	textFilter('filter[callbackUri]', {
		displayName: 'Callback URI',
		name: 'callbackUri',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.com/webhook',
		description: 'Only webhooks whose callback URI contains this text. Case does not matter.',
	}),
	booleanFilter('filter[isEnabled]', {
		displayName: 'Is Enabled',
		name: 'isEnabled',
		type: 'boolean',
		default: true,
		description:
			'Whether to list only webhooks that are enabled. Turn off to list only disabled ones.',
	}),
	textFilter('filter[name]', {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. fleet',
		description: 'Only webhooks whose name contains this text. Case does not matter.',
	}),
];

/** `GET /webhooks` */
export const { properties, execute } = getMany({
	host: 'managementUrl',
	path: ['webhooks'],
	entrySchema: webhookSchema,
	filters,
	simplify: simplifyWebhook,
	emptyHint: 'No webhooks found. Remove filters, or create a webhook in the Smartcar dashboard.',
});
