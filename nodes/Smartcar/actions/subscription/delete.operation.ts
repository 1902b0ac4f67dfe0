import type { ServiceError } from '../../transport/errors/serviceError';
import { deleteOne } from '../shared/deleteOne';
import { subscriptionLocator } from '../shared/locators';

/** Whether the subscription was already deleted. Some 404 codes mean a wrong host or version instead. */
function isAlreadyDeleted(status: number, error: ServiceError | undefined): boolean {
	return status === 404 && error !== undefined && error.code !== 'PATH' && error.code !== 'VERSION';
}

/** `DELETE /subscriptions/{subscriptionId}`. A subscription that is already deleted is a success. */
export const { description, execute } = deleteOne({
	resource: 'subscription',
	locators: [subscriptionLocator],
	request: (id) => ({
		host: 'managementUrl',
		path: ['subscriptions', id(subscriptionLocator)],
		isExpectedError: isAlreadyDeleted,
	}),
});
