import { getOne } from '../shared/getOne';
import { webhookLocator } from '../shared/locators';
import { webhookDocumentSchema } from './schema';
import { simplifyWebhook } from './simplify';

/** `GET /webhooks/{webhookId}` */
export const { properties, execute } = getOne({
	locators: [webhookLocator],
	request: (readId) => ({ host: 'managementUrl', path: ['webhooks', readId(webhookLocator)] }),
	documentSchema: webhookDocumentSchema,
	simplify: simplifyWebhook,
});
