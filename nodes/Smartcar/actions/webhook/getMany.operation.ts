import { webhook } from './schema';
import { flagFilter, textFilter } from '../shared/filters';
import { pagedList } from '../shared/getMany';
import { simplifyWebhook } from './simplify';

const filters = [
	flagFilter('filter[autoSubscribe]', {
		displayName: 'Auto Subscribe',
		name: 'autoSubscribe',
		type: 'boolean',
		default: true,
		description: 'Whether the webhook takes in every vehicle by itself',
	}),
	textFilter('filter[callbackUri]', {
		displayName: 'Callback URI',
		name: 'callbackUri',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.com/webhook',
		description: 'Part of the address that events are delivered to, in any case',
	}),
	flagFilter('filter[isEnabled]', {
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
		description: 'Part of the name, in any case',
	}),
];

/** `GET /webhooks` (spec): the webhooks of the application. */
export const { description, execute } = pagedList({
	resource: 'webhook',
	host: 'managementUrl',
	path: '/webhooks',
	entry: webhook,
	filters,
	simplify: simplifyWebhook,
	whyNone:
		'There is no such webhook. Webhooks are made in the Smartcar dashboard, not here; every filter narrows the list down.',
});
