import { getOne } from '../shared/getOne';
import { subscriptionLocator } from '../shared/locators';
import { subscriptionDocumentSchema } from './schema';
import { simplifySubscription } from './simplify';

/** `GET /subscriptions/{subscriptionId}` */
export const { properties, execute } = getOne({
	locators: [subscriptionLocator],
	request: (readId) => ({
		host: 'managementUrl',
		path: ['subscriptions', readId(subscriptionLocator)],
	}),
	documentSchema: subscriptionDocumentSchema,
	simplify: simplifySubscription,
});
